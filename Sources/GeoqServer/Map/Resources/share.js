// The question and its answer for elsewhere: copied, downloaded, read in full.

import { address } from "./address.js";
import { command, listed, request } from "./question.js";
import { countText } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many hits are in a download. */
const most = 10_000;

/** Makes the buttons work. */
export function share(page) {
    const authorization = document.documentElement.dataset.needsToken === "yes" ? ` -H "Authorization: Bearer $TOKEN"` : "";
    for (const [id, text] of [
        ["copy-command", () => command(page.question())],
        ["copy-request", () => `curl${authorization} '${address(request(page.question()))}'`],
        ["copy-link", () => location.href],
    ]) {
        byId(id).addEventListener("click", () => copy(byId(id), text()));
    }
    for (const format of ["geojson", "csv"]) {
        byId(`save-${format}`).addEventListener("click", () => page.attempt(() => page.busy(save(page, format))));
    }
}

async function copy(button, text) {
    try {
        await navigator.clipboard.writeText(text);
        flash(button, "Copied");
    } catch {
        // Without https the clipboard is closed; the text can be taken from here.
        byId("command").textContent = text;
        getSelection().selectAllChildren(byId("command"));
        flash(button, "Ctrl+C");
    }
}

function flash(button, text) {
    button.dataset.text ??= button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = button.dataset.text; }, 1600);
}

/** Downloads all that the question finds, and not only what is listed. */
async function save(page, format) {
    const question = page.question();
    const response = await page.ask(listed(question, { limit: most, f: format }));
    const isCut = response.headers.get("Link")?.includes('rel="next"');
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = address;
    const place = { circle: `${question.radius}${question.unit} around ${question.lat},${question.lon}`, area: question.name ? `inside ${question.name}` : "inside an area", route: "along a route" }[question.shape];
    link.download = `${question.layer} ${place}.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    byId("announcement").textContent = isCut ? `The file has the first ${countText(most)}.` : "The file has all of them.";
    byId("saved").textContent = isCut ? `The file has the first ${countText(most)} only.` : "";
}
