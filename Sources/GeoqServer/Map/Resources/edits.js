// Changes of watchlists and entries: whether the page may make them, how they
// are sent, and how those stand that the project does not have.

import { ask, json } from "./server.js";
import { countText, counted, plain } from "./text.js";

/** What is said of a row that stands so; a guest's rows wait for nothing. */
const words = {
    pendingCreate: "waits to be sent", pendingUpdate: "changes wait to be sent", pendingDelete: "waits to be deleted",
    failed: "refused by the project", conflict: "a change of it is in conflict",
};
/** So often the page asks how rows stand, in milliseconds, while some wait. */
const interval = 5000;

export class Edits {
    #state = { allowed: false, rows: [], pending: 0, failed: 0, conflicts: 0 };
    #standings = new Map();
    #changed;
    #timer = null;

    /** `changed()` is called when rows stand in another way than before. */
    constructor(changed) {
        this.#changed = changed;
        document.addEventListener("visibilitychange", () => this.#schedule());
    }

    get isAllowed() {
        return this.#state.allowed && Boolean(this.#state.token);
    }

    /** Whether the server shows the pictures of photos to this page. */
    get showsPictures() {
        return Boolean(this.#state.pictures);
    }

    /** What the page shows that it is the server's own; empty when it was not told. */
    get token() {
        return this.#state.token ?? "";
    }

    /** Where this user is at home: name, lat and lon; null when none is set, or the page was not told. */
    get home() {
        return this.#state.home ?? null;
    }

    /** Why nothing can be changed. */
    get refusal() {
        return this.#state.refusal ?? "";
    }

    /** Asks how rows stand. */
    async read() {
        const former = JSON.stringify([this.#state.rows, this.#state.allowed]);
        this.#state = await json("/map/edits");
        this.#standings = new Map(this.#state.rows.map((row) => [`${row.table}/${row.id}`, row]));
        if (JSON.stringify([this.#state.rows, this.#state.allowed]) !== former) this.#changed();
        this.#schedule();
    }

    #schedule() {
        clearTimeout(this.#timer);
        if (this.#state.pending > 0 && !document.hidden) this.#timer = setTimeout(() => this.read().catch(() => this.#schedule()), interval);
    }

    /** What is said of a row that waits, is refused or is in conflict; empty for others. */
    said(table, id) {
        const row = this.#standings.get(`${table}/${id}`);
        const text = words[row?.status] ?? "";
        return text && row.reason ? `${text}: ${plain(row.reason)}` : text;
    }

    /** One line about all of them. */
    get summary() {
        const { project, pending, failed, conflicts, rows } = this.#state;
        if (!project) return rows.some((row) => row.status === "pendingOwner") ? "Lists that you made are on this device only, until you log in: geoq login" : "";
        const parts = [];
        if (pending > 0) parts.push(`${counted(pending, "change")} wait${pending === 1 ? "s" : ""} to be sent`);
        if (failed > 0) parts.push(`${countText(failed)} refused: geoq outbox list`);
        if (conflicts > 0) parts.push(`${countText(conflicts)} in conflict: geoq conflicts list`);
        return parts.length ? `${parts.join(" · ")}.` : "";
    }

    /** Sends a change; a server that was started anew has another token, which is asked for once. */
    async send(method, path, body) {
        for (let attempt = 0; ; attempt += 1) {
            const token = this.#state.token ?? "";
            const headers = { "Geoq-Edit-Token": token };
            if (body) headers["Content-Type"] = "application/json";
            try {
                const answer = await ask(path, { method, headers, body: body && JSON.stringify(body) });
                const value = answer.status === 204 ? null : await answer.json();
                await this.read().catch(() => {});
                return value;
            } catch (error) {
                // Its 409 is a refusal, and not that of an answer that is outdated.
                error.isEdit = true;
                if (error.status !== 403 || attempt > 0) throw error;
                await this.read();
                if (this.#state.token === token) throw error;
            }
        }
    }
}
