// The box that leads to a place: by a hotspot's name, or by a coordinate.

import { place, placeText } from "./coordinates.js";
import { make, named, plain } from "./text.js";

const byId = (id) => document.getElementById(id);
/** A name is asked for when no key has been pressed for so many milliseconds. */
const rest = 150;

export class Search {
    #page;
    #answer = new AbortController();
    #timer = null;
    #chosen = -1;
    /** Whether the answer to what the field has is still to come, and whether Enter was pressed meanwhile. */
    #isAsked = false;
    #isEntered = false;

    constructor(page) {
        this.#page = page;
        const field = byId("find");
        field.addEventListener("input", () => this.#read(field.value.trim()));
        field.addEventListener("keydown", (event) => this.#key(event));
        byId("found").addEventListener("mousedown", (event) => event.preventDefault());
        document.addEventListener("click", (event) => {
            if (!event.target.closest(".search")) this.#close();
        });
        // It would cover what has the focus then.
        const box = field.closest(".search");
        box.addEventListener("focusout", (event) => {
            if (!box.contains(event.relatedTarget)) this.#close();
        });
    }

    /** Shows no places, and none that are still to come. */
    #close() {
        this.#answer.abort();
        clearTimeout(this.#timer);
        this.#show([]);
    }

    #read(text) {
        this.#answer.abort();
        clearTimeout(this.#timer);
        this.#isEntered = false;
        byId("find-note").textContent = "";
        const at = place(text);
        if (at) return this.#show([{ ...at, name: text, where: `Go to ${placeText(at.lat, at.lon)}` }]);
        if (text.length < 2) return this.#show([]);
        this.#isAsked = true;
        this.#timer = setTimeout(() => this.#ask(text), rest);
    }

    async #ask(name) {
        this.#answer = new AbortController();
        // Of many places of a name the one that is meant is mostly near.
        const { lat, lng } = this.#page.map.getCenter().wrap();
        const path = `/find?${new URLSearchParams({ name, limit: 8, lat: lat.toFixed(3), lon: lng.toFixed(3) })}`;
        try {
            const { features } = await this.#page.busy(this.#page.json(path, { signal: this.#answer.signal }));
            const isEntered = this.#isEntered;
            this.#show(features.map(({ geometry: { coordinates: [lon, lat] }, properties }) => (
                { lat, lon, name: properties.name, where: properties.locality })));
            if (isEntered) byId("found").firstChild?.click();
            byId("find-note").textContent = features.length ? "" : `No hotspot is called “${plain(name)}”.`;
        } catch (error) {
            if (error.name === "AbortError") return;
            this.#show([]);
            byId("find-note").textContent = error.message;
        }
    }

    #key(event) {
        const options = [...byId("found").children];
        if (event.key === "Escape") return this.#close();
        if (event.key === "Enter") {
            event.preventDefault();
            // What is shown may be of what the field had before.
            if (this.#isAsked && !options[this.#chosen]) {
                this.#isEntered = true;
                return;
            }
            return options[Math.max(0, this.#chosen)]?.click();
        }
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        this.#chosen = (this.#chosen + (event.key === "ArrowDown" ? 1 : -1) + options.length) % Math.max(1, options.length);
        options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.#chosen)));
        byId("find").setAttribute("aria-activedescendant", options[this.#chosen]?.id ?? "");
        options[this.#chosen]?.scrollIntoView({ block: "nearest" });
    }

    /** Shows places to choose from. */
    #show(places) {
        this.#chosen = -1;
        this.#isAsked = this.#isEntered = false;
        byId("found").hidden = places.length === 0;
        byId("find").setAttribute("aria-expanded", String(places.length > 0));
        byId("find").removeAttribute("aria-activedescendant");
        byId("found").replaceChildren(...places.map(({ lat, lon, name, where }, index) => {
            const option = make("li", { id: `found-${index}`, role: "option", "aria-selected": "false" }, make("bdi", { text: named(name) }));
            if (where) option.append(make("small", { text: where }));
            option.addEventListener("click", () => {
                this.#close();
                byId("find").value = plain(name);
                this.#page.goTo({ lat, lon });
            });
            return option;
        }));
    }
}
