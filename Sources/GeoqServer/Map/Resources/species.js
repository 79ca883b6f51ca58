// Which birds were seen inside the circle, how often and when last.

import { keepFocus } from "./focus.js";
import { conditions, parameters } from "./question.js";
import { countText, counted, make, named, plain } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many are listed. */
const most = 500;

export class SpeciesPanel {
    #page;
    #asked = "";
    #timer = null;
    #answer = new AbortController();

    constructor(page) {
        this.#page = page;
        byId("birds").addEventListener("toggle", () => this.follow());
        byId("species").addEventListener("focus", () => this.follow());
    }

    /** Reads the birds of the question, once it rests, while their list is open or their field has the focus. */
    follow() {
        // Along a route the server tells no species.
        byId("birds").hidden = !this.#page.holds("observations") || this.#page.question().shape === "route";
        if (byId("birds").hidden) return;
        const isWanted = byId("birds").open || document.activeElement === byId("species");
        const path = this.#path();
        clearTimeout(this.#timer);
        if (!isWanted || path === this.#asked) return this.#mark();
        this.#timer = setTimeout(() => this.#read(path), 200);
    }

    #path() {
        const question = this.#page.question();
        const days = Object.fromEntries(conditions(question).filter((name) => name !== "species").map((name) => [name, question[name]]));
        return `/species?${parameters(question, { ...days, v: this.#page.snapshot() })}`;
    }

    async #read(path) {
        this.#answer.abort();
        this.#answer = new AbortController();
        this.#asked = path;
        const asked = new URLSearchParams(path.slice(path.indexOf("?")));
        asked.delete("v");
        try {
            const { species } = await this.#page.busy(this.#page.json(`/species?${asked}`, { signal: this.#answer.signal }));
            this.#show(species);
        } catch (error) {
            if (error.name === "AbortError") return;
            this.#asked = "";
            byId("bird-list").replaceChildren();
            byId("birds-note").textContent = error.message;
        }
    }

    #show(species) {
        const shown = species.slice(0, most);
        byId("count-birds").textContent = countText(species.length);
        byId("birds-note").textContent = species.length === 0 ? "None of the sightings here names a species."
            : species.length > most ? `The ${most} that were seen most often.` : "";
        keepFocus(byId("bird-list"), () => byId("bird-list").replaceChildren(...shown.map((bird) => this.#row(bird))),
            () => byId("birds").querySelector("summary"));
        byId("seen").replaceChildren(...shown.slice(0, 200).map((bird) => {
            const option = make("option", { label: counted(bird.observations, "sighting") });
            option.value = nameOf(bird);
            return option;
        }));
        this.#mark();
    }

    #row(bird) {
        const button = make("button", { type: "button", class: "bird", "data-id": nameOf(bird) },
            make("span", { class: "name", text: named(nameOf(bird)) }), make("span", { class: "count", text: countText(bird.observations) }));
        const more = [bird.common_name && bird.scientific_name, bird.last_seen && `last ${bird.last_seen}`].filter(Boolean);
        if (more.length) button.append(make("small", { text: more.map(plain).join(" · ") }));
        button.addEventListener("click", () => {
            const isChosen = button.getAttribute("aria-pressed") === "true";
            this.#page.change({ layer: "observations", species: isChosen ? "" : nameOf(bird) });
        });
        return make("li", {}, button);
    }

    /** Shows which of them is asked for. */
    #mark() {
        const { layer, species } = this.#page.question();
        const chosen = layer === "observations" ? species.toLowerCase() : "";
        for (const button of byId("bird-list").querySelectorAll(".bird")) {
            button.setAttribute("aria-pressed", String(chosen !== "" && button.dataset.id.toLowerCase() === chosen));
        }
    }
}

const nameOf = (bird) => bird.common_name ?? bird.scientific_name ?? "";
