// A shared worker: it hears the server's events once for all pages of a
// browser, which opens no more than six connections to a server.

import { hear } from "./events.js";

const pages = new Set();
let token = null;
/** What the server said last of what it holds, for pages that come later. */
let newest = null;
let isHearing = false;

function heard(name, data) {
    if (name === "snapshot") newest = data;
    for (const page of pages) page.postMessage({ name, data });
}

addEventListener("connect", ({ ports: [page] }) => {
    page.addEventListener("message", ({ data }) => {
        if (data.leaves) return pages.delete(page);
        token = data.token ?? token;
        if (!pages.has(page) && newest) page.postMessage({ name: "snapshot", data: newest });
        pages.add(page);
        if (!isHearing) hear(() => token, heard);
        isHearing = true;
    });
    page.start();
});
