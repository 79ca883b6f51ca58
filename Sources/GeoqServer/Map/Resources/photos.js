// Photos of entries: small ones in a row, and one of them as large as the page.

import { ask, json } from "./server.js";
import { dayAt, make } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many pictures are asked for at the same time, and so many are kept. */
const [mostAsked, mostKept] = [3, 200];
/** A server that reads as many pictures as it may is asked again after so long, in milliseconds. */
const patience = 1000;

export class Photos {
    #isShown;
    #token;
    /** By path: an address of the picture in this page, the one that was used last at the end. */
    #kept = new Map();
    #waiting = [];
    #asked = 0;
    /** Pictures are asked for once a person can see their place. */
    #seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
            if (!isIntersecting) continue;
            this.#seen.unobserve(target);
            this.#fill(target);
        }
    });

    /** `isShown()` says whether the server shows pictures, `token()` what it is asked with. */
    constructor(isShown, token) {
        this.#isShown = isShown;
        this.#token = token;
        byId("photo").addEventListener("close", () => byId("photo-picture").removeAttribute("src"));
        byId("photo-close").addEventListener("click", () => byId("photo").close());
    }

    /** A row of small pictures; null for none. The day of each is that at the longitude of its entry. */
    row(photos, name, lon) {
        if (!this.#isShown() || !photos?.length) return null;
        return make("p", { class: "photos" }, ...photos.map((photo, index) => this.#button(photo, name, photos.length > 1 ? ` ${index + 1} of ${photos.length}` : "", lon)));
    }

    /** The row of an entry, put behind an element as soon as it is known; an id of another row has none. */
    async follow(element, id, name, lon) {
        if (!this.#isShown()) return;
        const { photos } = await json(`/map/entries/${id}/photos`, { headers: this.#headers });
        const row = this.row(photos, name, lon);
        if (row) element.after(row);
    }

    get #headers() {
        return { "Geoq-Edit-Token": this.#token() };
    }

    #button(photo, name, number, lon) {
        const taken = photo.taken ? `, taken ${dayAt(photo.taken, lon)}` : "";
        const label = `${photo.document ? "Document" : "Photo"}${number}: ${name}${taken}`;
        const button = make("button", { type: "button", class: "photo", title: label, "aria-label": label, "data-label": label, "data-photo": photo.id, "data-id": photo.id });
        button.addEventListener("click", () => this.#open(photo, label, button));
        if (photo.document) button.append("PDF");
        else this.#seen.observe(button);
        return button;
    }

    async #fill(button) {
        try {
            const source = await this.#address(`/map/photos/${button.dataset.photo}?size=small`);
            button.replaceChildren(make("img", { src: source, alt: "" }));
        } catch (error) {
            this.#fail(button, error);
        }
    }

    /** Shows in the button's place why there is no picture. */
    #fail(button, error) {
        button.classList.add("missing");
        button.textContent = "no picture";
        button.title = `${button.dataset.label}, no picture. ${error.message}`;
        // It hides the text and the title from screen readers.
        button.setAttribute("aria-label", button.title);
    }

    async #open(photo, label, button) {
        try {
            const source = await this.#address(`/map/photos/${photo.id}`);
            if (photo.document) return make("a", { href: source, download: `${photo.id}.pdf` }).click();
            byId("photo-picture").src = source;
            byId("photo-picture").alt = label;
            byId("photo-words").textContent = label;
            byId("photo").showModal();
        } catch (error) {
            this.#fail(button, error);
        }
    }

    /** An address of a picture in this page; a few are asked for at a time, the first first. */
    async #address(path) {
        const kept = this.#kept.get(path);
        if (kept) {
            this.#kept.delete(path);
            this.#kept.set(path, kept);
            return kept;
        }
        if (this.#asked >= mostAsked) await new Promise((go) => this.#waiting.push(go));
        this.#asked += 1;
        try {
            const source = URL.createObjectURL(await this.#blob(path));
            this.#kept.set(path, source);
            while (this.#kept.size > mostKept) {
                const [oldest, address] = this.#kept.entries().next().value;
                this.#kept.delete(oldest);
                URL.revokeObjectURL(address);
            }
            return source;
        } finally {
            this.#asked -= 1;
            this.#waiting.shift()?.();
        }
    }

    async #blob(path) {
        try {
            return await (await ask(path, { headers: this.#headers })).blob();
        } catch (error) {
            // It says after how many seconds it may be asked again: a picture that is read by others soon.
            if (error.retryAfter !== "1") throw error;
            await new Promise((done) => setTimeout(done, patience));
            return (await ask(path, { headers: this.#headers })).blob();
        }
    }
}
