// Asking the server: with its token, and with a sentence when it gives no answer.

import { address } from "./address.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const needsToken = root.dataset.needsToken === "yes";

/** The server gave no answer at all. */
export class Unreachable extends Error {
    constructor() {
        super("The server cannot be reached: it has stopped, or this device is offline. The answer comes by itself when it is back.");
    }
}

let token = needsToken ? sessionStorage.getItem("geoq-token") : null;
let tokenTakers = [];

/** Calls `take(token)` now and for every token that is given later. */
export function followToken(take) {
    tokenTakers.push(take);
    take(token);
}

/**
 * The server's answer.
 *
 * Throws an error whose message is for people, `Unreachable` without an answer,
 * and `AbortError` when the signal says so.
 */
export async function ask(path, { signal, headers = {}, method, body } = {}) {
    for (;;) {
        const sent = token;
        const response = await reached(fetch(address(path), { signal, method, body, headers: sent ? { ...headers, Authorization: `Bearer ${sent}` } : headers }));
        if (response.ok) return response;
        if (response.status !== 401 || !needsToken) {
            const problem = await response.json().catch(() => null);
            throw Object.assign(new Error(problem?.detail ?? `The server answers ${response.status}.`), { status: response.status, retryAfter: response.headers.get("Retry-After") });
        }
        await newToken(sent);
    }
}

/** The JSON that the server answers with. */
export async function json(path, options) {
    return reached((await ask(path, options)).json());
}

async function reached(promise) {
    try {
        return await promise;
    } catch (error) {
        throw error instanceof TypeError ? new Unreachable() : error;
    }
}

/** The dialog that is open. */
let asking = null;

/** Asks for another token than the one that was refused, unless it was given meanwhile. */
function newToken(refused) {
    if (refused !== token) return Promise.resolve();
    asking ??= new Promise((done, fail) => {
        const [dialog, field] = [byId("ask-token"), byId("token")];
        byId("token-wrong").hidden = !refused;
        field.setAttribute("aria-invalid", String(Boolean(refused)));
        dialog.returnValue = "";
        dialog.addEventListener("close", () => {
            asking = null;
            const given = field.value.trim();
            field.value = "";
            if (dialog.returnValue !== "given") return fail(new Error("Without its token the server does not answer. Ask again to give it."));
            // What no header can carry is no token of any server: it is refused like a wrong one.
            token = /^[\x21-\x7e]+$/.test(given) ? given : "-";
            sessionStorage.setItem("geoq-token", token);
            for (const take of tokenTakers) take(token);
            done();
        }, { once: true });
        dialog.showModal();
    });
    return asking;
}

/** How many answers are under way. */
let pending = 0;

/** Shows that an answer is under way for as long as a promise takes. */
export async function busy(promise) {
    pending += 1;
    root.dataset.busy = "yes";
    byId("answer").setAttribute("aria-busy", "true");
    try {
        return await promise;
    } finally {
        pending -= 1;
        if (pending === 0) {
            delete root.dataset.busy;
            byId("answer").setAttribute("aria-busy", "false");
        }
    }
}
