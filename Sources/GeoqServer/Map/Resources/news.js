// What watchlists match of what just came into the store.

import { keepFocus } from "./focus.js";
import { countText, joined, lengthText, make, named } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many are shown at a time, and so many have a ring on the map. */
const [mostEntries, mostRings] = [3, 40];

export class News {
    #page;
    #rings;
    #coming = [];
    #uncounted = 0;
    #timer = null;

    constructor(page) {
        this.#page = page;
        this.#rings = L.layerGroup().addTo(page.map);
        byId("close-news").addEventListener("click", () => this.#close());
        byId("news").addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.#close();
        });
    }

    /** A match of a sighting with a list. */
    add(match) {
        this.#coming.push(match);
        if (this.#coming.length > mostRings) {
            this.#coming.shift();
            this.#uncounted += 1;
        }
        this.#schedule();
    }

    /** Matches that came without being told of one by one. */
    more({ more }) {
        this.#uncounted += more;
        this.#schedule();
    }

    /** Shows at once what comes together: an import may bring a thousand. */
    #schedule() {
        this.#timer ??= setTimeout(() => {
            this.#timer = null;
            this.#show();
        }, 700);
    }

    #show() {
        const matches = this.#coming.splice(0).reverse();
        const shown = matches.slice(0, mostEntries);
        const rest = matches.length - shown.length + this.#uncounted;
        this.#uncounted = 0;
        const entries = shown.map((match) => this.#entry(match));
        if (rest > 0) {
            const item = document.createElement("li");
            item.className = "quiet";
            item.textContent = `and ${countText(rest)} more`;
            entries.push(item);
        }
        // The server may only have said that it has not looked at all.
        if (entries.length === 0) return;
        byId("news").hidden = false;
        keepFocus(byId("news-list"), () => byId("news-list").replaceChildren(...entries), () => byId("close-news"));
        byId("announcement").textContent =
            `New: ${shown.map(sentence).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
        for (const match of matches) this.#ring(match);
    }

    #entry(match) {
        const item = document.createElement("li");
        const why = make("small", {}, joined([title(match), where(match), match.date]));
        const id = `${match.sighting} ${match.watchlist}`;
        const button = make("button", { type: "button", class: "match", "data-id": id }, make("b", { text: bird(match) }), why);
        button.addEventListener("click", () => {
            const place = L.latLng(match.lat, this.#page.nearView(match.lon));
            this.#page.map.fitBounds(L.latLngBounds([place]), { ...this.#page.reach(), maxZoom: 11 });
        });
        item.append(button);
        return item;
    }

    #ring(match) {
        const rings = this.#rings.getLayers();
        if (rings.length >= mostRings) this.#rings.removeLayer(rings[0]);
        const place = [match.lat, this.#page.nearView(match.lon)];
        const style = { radius: 11, color: this.#page.color("--accent"), weight: 2.5, fill: false, interactive: false, className: "fresh" };
        this.#rings.addLayer(L.circleMarker(place, style));
    }

    #close() {
        const hadFocus = byId("news").contains(document.activeElement);
        byId("news").hidden = true;
        byId("news-list").replaceChildren();
        this.#rings.clearLayers();
        if (hadFocus) this.#page.map.getContainer().focus();
    }
}

const where = (match) => (match.distance_m === null ? null : `${lengthText(match.distance_m, "km")} from its center`);

const bird = (match) => named(match.name, "A bird without a name");
const title = (match) => named(match.title, "a list without a title");

const sentence = (match) => [bird(match), "matches", title(match), match.date ? `on ${match.date}` : null].filter(Boolean).join(" ");
