// The watchlists: their circles on the map, which of them the center matches,
// and what the chosen one matches.

import { circleShapes, roughDistance } from "./circle.js";
import { Entries, waitingMark } from "./entries.js";
import { keepFocus } from "./focus.js";
import { following } from "./hits.js";
import { routeShapes, unrolledPlaces, unrolledRing } from "./places.js";
import { conditions } from "./question.js";
import { counted, countText, lengthText, make, named, plain, textNode } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many lists are shown before one asks for all, circles drawn, and matches listed. */
const [fewLists, mostCircles, mostMatches] = [5, 60, 20];
/** The server draws no larger circle, in kilometers; this one holds every place. */
const largest = 100_000;

export class Watchlists {
    #page;
    #lists = [];
    /** By list: why a sighting at the center matches it. */
    #matching = new Map();
    /** By list: its item. */
    #items = new Map();
    #showsAll = false;
    #circles;
    #dots;
    #entries;
    /** The areas and routes of the chosen list. */
    #places;
    #placed = null;
    #lines = new Map();
    #drawing = 0;
    /** What was listed last. */
    #listed = "";

    constructor(page) {
        this.#page = page;
        this.#circles = L.layerGroup().addTo(page.map);
        this.#dots = L.layerGroup().addTo(page.map);
        this.#places = L.layerGroup().addTo(page.map);
        this.#entries = new Entries(page);
        byId("show-lists").addEventListener("change", () => this.draw());
        byId("all-lists").addEventListener("click", () => {
            this.#showsAll = !this.#showsAll;
            this.#show();
        });
        byId("watchlists").addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || !this.#page.question().list) return;
            this.#items.get(this.#page.question().list)?.querySelector(".list").focus();
            this.#choose("");
        });
    }

    get #chosen() {
        return this.#lists.find((list) => list.id === this.#page.question().list);
    }

    /** Reads the lists; without any nothing is shown of them. */
    read() {
        return this.#try(() => this.#read());
    }

    /** All lists, page by page. */
    async #all() {
        const lists = [];
        let asked = "?limit=200&f=geojson";
        while (asked) {
            const page = await this.#page.json(`/collections/watchlists/items${asked}`);
            lists.push(...page.features);
            asked = following(page.links)?.search;
        }
        return lists;
    }

    async #read() {
        this.#lists = await this.#all();
        byId("lists").hidden = this.#lists.length === 0 && !this.#page.edits.isAllowed;
        byId("edits-note").textContent = this.#page.edits.summary;
        byId("count-lists").textContent = countText(this.#lists.length);
        byId("to-lists").hidden = this.#lists.length === 0;
        byId("to-lists").textContent = `${counted(this.#lists.length, "watchlist")} ↓`;
        keepFocus(byId("watchlists"), () => {
            for (const [id, item] of this.#items) {
                if (this.#lists.some((list) => list.id === id)) continue;
                item.remove();
                this.#items.delete(id);
            }
            this.#show();
        }, () => this.#stop);
        await this.#draw();
    }

    /** Shows anew what waits to be sent. */
    showStandings() {
        this.#listed = "";
        byId("edits-note").textContent = this.#page.edits.summary;
        return this.#try(async () => {
            this.#show();
            await this.#draw();
            await this.#showMatched();
        });
    }

    /** Shows the list that the question names, as if a person had chosen it. */
    showChosen() {
        return this.#try(async () => {
            this.#listed = "";
            this.#show();
            await this.#draw();
            await this.#showMatched();
            this.#items.get(this.#chosen?.id)?.scrollIntoView({ block: "nearest" });
        });
    }

    // --- circles ---

    /** Draws the circles of the lists, the chosen one's in any case. */
    draw() {
        return this.#try(() => this.#draw());
    }

    async #draw() {
        const drawing = ++this.#drawing;
        const [chosen, { json, color, nearView }] = [this.#chosen, this.#page];
        const lists = byId("show-lists").checked ? this.#sorted() : [];
        const drawn = [...new Set([chosen, ...lists])].filter(Boolean)
            .flatMap((list) => list.properties.circles.map((circle) => ({ ...circle, list }))).slice(0, mostCircles);
        const lines = await Promise.all(drawn.map(async ({ lat, lon, radius_m: radius }) => {
            const path = `/circle?${new URLSearchParams({ lat, lon, km: Math.min(largest, radius / 1000), points: 120 })}`;
            if (!this.#lines.has(path)) this.#lines.set(path, await json(path));
            return this.#lines.get(path);
        }));
        if (drawing !== this.#drawing) return;
        this.#circles.clearLayers();
        drawn.forEach(({ lon, list }, index) => {
            const isChosen = list === chosen;
            const style = {
                color: color("--accent"), fillColor: color("--accent"), fillOpacity: isChosen ? 0.13 : 0.06, smoothFactor: 0.2,
                weight: isChosen ? 2.5 : 1.5, dashArray: isChosen ? null : "5 4", className: isChosen ? "watched chosen" : "watched",
                pane: "circles",
            };
            const shapes = circleShapes(lines[index], nearView(lon) - lon);
            const polygon = L.polygon(shapes.area, style).bindTooltip(textNode(title(list)), { sticky: true });
            polygon.list = list.id;
            this.#circles.addLayer(polygon);
            const said = this.#page.edits.said("watchlists", list.id);
            if (said) this.#circles.addLayer(waitingMark(shapes.line[0], `${title(list)}: ${said}`));
        });
        await this.#readPlaces(chosen);
        this.#drawPlaces();
    }

    /** Reads the areas and routes of the chosen list, which are drawn for it alone. */
    async #readPlaces(list) {
        const key = list && `${list.id} ${this.#page.snapshot()}`;
        if (key === this.#placed?.key) return;
        const has = list && list.properties.areas.length + list.properties.routes.length > 0;
        const features = has ? (await this.#page.json(`/collections/watchlists/items/${list.id}/places`)).features : [];
        this.#placed = { key, list, features };
    }

    #drawPlaces() {
        this.#places.clearLayers();
        const { color, nearView, map } = this.#page;
        if (!this.#placed?.list || this.#placed.list.id !== this.#page.question().list) return;
        const style = { color: color("--accent"), fillColor: color("--accent"), fillOpacity: 0.13, weight: 2.5, interactive: false, className: "watched chosen", pane: "circles" };
        const places = (ring) => ring.map(([lon, lat]) => [lat, lon]);
        const turned = (ring) => unrolledPlaces(places(ring), nearView);
        const mark = (at) => at && said && this.#places.addLayer(waitingMark(turned([at])[0], `${title(this.#placed.list)}: ${said}`));
        const said = this.#page.edits.said("watchlists", this.#placed.list.id);
        for (const { geometry, uncut, properties } of this.#placed.features.filter(({ geometry }) => geometry)) {
            // The map goes on beyond ±180°: a cut would be a line on it, or a gap in one.
            const whole = (uncut ?? geometry).coordinates;
            if (properties.kind === "area") {
                for (const rings of whole) {
                    const shape = rings.map((ring) => unrolledRing(places(ring), properties.pole, nearView));
                    this.#places.addLayer(L.polygon(shape, style));
                }
                mark(geometry.coordinates[0]?.[0]?.[0]);
            } else {
                for (const line of whole) {
                    for (const shape of routeShapes(turned(line), properties.within_m, map, style)) this.#places.addLayer(shape);
                }
                mark(geometry.coordinates[0]?.[0]);
            }
        }
    }

    /** Corridors are as wide as they are at every zoom. */
    redrawRoutes() {
        if (this.#placed?.features.some(({ properties }) => properties.kind === "route")) this.#drawPlaces();
    }

    /** Shows all of the chosen list's circles beside the panel. */
    #fit() {
        const chosen = [...this.#circles.getLayers().filter((polygon) => polygon.list === this.#page.question().list), ...this.#places.getLayers().filter((layer) => layer.getBounds)];
        if (chosen.length === 0) return;
        const bounds = chosen.reduce((bounds, polygon) => bounds.extend(polygon.getBounds()), L.latLngBounds([]));
        this.#page.map.fitBounds(bounds.pad(0.25), this.#page.reach());
    }

    // --- the lists ---

    /** Those that the center matches first, then the nearest, then those without a place. */
    #sorted() {
        const { lat, lon } = this.#page.question();
        const order = [...this.#matching.keys()];
        const key = (list) => {
            const rank = order.indexOf(list.id);
            const distances = list.properties.circles.map((circle) => roughDistance(lat, lon, circle.lat, circle.lon));
            return [rank < 0 ? order.length : rank, Math.min(...distances, 1e9)];
        };
        return this.#lists.map((list) => [key(list), list])
            .sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]).map(([, list]) => list);
    }

    #show() {
        const sorted = this.#sorted();
        const chosen = this.#chosen;
        const shown = sorted.filter((list, index) => this.#showsAll || index < fewLists || list === chosen);
        const items = shown.map((list) => this.#item(list));
        const box = byId("watchlists");
        // Who is among them with the keyboard stays where they are.
        const isSame = items.length === box.children.length && items.every((item, index) => item === box.children[index]);
        if (!isSame && !(box.contains(document.activeElement) && items.every((item) => box.contains(item)))) {
            keepFocus(box, () => box.replaceChildren(...items), () => this.#stop);
        }
        byId("all-lists").hidden = this.#lists.length <= fewLists;
        byId("all-lists").textContent = this.#showsAll ? "Show fewer" : `Show all ${countText(this.#lists.length)}`;
    }

    /** Where the keyboard goes on when the list that it was in is gone. */
    get #stop() {
        return byId("new-list").hidden ? byId("watchlists").querySelector(".list") : byId("new-list");
    }

    #item(list) {
        const item = this.#items.get(list.id) ?? this.#made(list.id);
        const button = item.querySelector(".list");
        const isChosen = list === this.#chosen;
        button.setAttribute("aria-expanded", String(isChosen));
        button.querySelector(".title").textContent = title(list);
        button.title = title(list);
        const match = this.#matching.get(list.id);
        button.querySelector(".place").textContent = place(list, this.#page.question().unit);
        button.querySelector(".here").textContent = match ? here(match, this.#page.question().unit) : "";
        button.querySelector(".here").hidden = !match;
        const said = this.#page.edits.said("watchlists", list.id);
        button.querySelector(".waits").textContent = said;
        button.querySelector(".waits").hidden = !said;
        if (!isChosen) keepFocus(item, () => item.querySelector(".matched")?.remove(), () => button);
        return item;
    }

    #made(id) {
        const parts = [make("span", { class: "title" }), make("small", { class: "place" }), make("small", { class: "here" }), make("small", { class: "waits" })];
        const item = make("li", {}, make("button", { type: "button", class: "list", "data-id": id }, ...parts));
        item.querySelector("button").addEventListener("click", () => {
            this.#choose(this.#page.question().list === id ? "" : id);
        });
        this.#items.set(id, item);
        return item;
    }

    #choose(id) {
        this.#page.choose(id);
        this.#try(async () => {
            this.#show();
            await this.#draw();
            this.#fit();
            await this.#showMatched();
        });
    }

    // --- matches ---

    /** Shows what the question has to do with the lists. */
    follow(signal) {
        return this.#try(async () => {
            await this.#showMatching(signal);
            await this.#showMatched(signal);
        });
    }

    /** Says which lists a sighting at the center matches, and how deep inside it lies. */
    async #showMatching(signal) {
        if (this.#lists.length === 0) return;
        const question = this.#page.question();
        const asked = new URLSearchParams({ lat: question.lat, lon: question.lon, unknown: "matches", f: "json" });
        if (question.species && question.layer === "observations") asked.set("species", question.species);
        const { matches } = await this.#page.json(`/match?${asked}`, { signal });
        this.#matching = new Map(matches.map((match) => [match.watchlist, match]));
        this.#show();
    }

    /** Lists what the chosen one matches: sightings, by species and days as they are asked for, and hotspots. */
    async #showMatched(signal) {
        const [question, list] = [this.#page.question(), this.#chosen];
        if (!list) {
            this.#dots.clearLayers();
            this.#entries.clear();
            this.#listed = "";
            return;
        }
        const asked = new URLSearchParams({ layer: "observations", limit: mostMatches });
        for (const name of conditions(question)) asked.set(name, question[name]);
        const base = `/collections/watchlists/items/${list.id}/matches?`;
        const paths = [["sighting", "observations", base + asked]];
        // A list without a circle matches hotspots everywhere, and that says nothing.
        const { circles, areas, routes } = list.properties;
        if (circles.length + areas.length + routes.length > 0) {
            paths.push(["hotspot", "hotspots", base + new URLSearchParams({ layer: "hotspots", unknown: "matches", limit: mostMatches })]);
        }
        const item = this.#items.get(list.id);
        const key = JSON.stringify([paths, question.unit, this.#page.snapshot(), getComputedStyle(document.body).color]);
        if (key === this.#listed && item?.querySelector(".matched")) return;
        // Together: one of them alone that fails while another is waited for would be on the console.
        const [own, ...answers] = await this.#page.busy(Promise.all([
            this.#entries.box(list, signal), ...paths.map(([, , path]) => this.#page.json(path, { signal })),
        ]));
        if (list !== this.#chosen || !item) return;
        this.#listed = key;
        this.#dots.clearLayers();
        const box = document.createElement("div");
        box.className = "matched";
        box.append(own);
        const near = this.#page.nearView(list.properties.circles[0]?.lon ?? question.lon);
        answers.forEach((answer, index) => {
            const [word, layer] = paths[index];
            const fill = layer === "hotspots" ? "--point" : "--accent";
            const rows = answer.features.map((feature) => this.#page.row(feature, { layer, dots: this.#dots, near, fill }));
            box.append(make("h3", { text: counted(answer.numberMatched, word) }), make("ol", {}, ...rows));
            if (answer.numberMatched <= answer.features.length) return;
            box.append(make("p", { class: "quiet", text: `The nearest ${answer.features.length} of them.` }));
        });
        keepFocus(item, () => {
            item.querySelector(".matched")?.remove();
            item.append(box);
        }, () => item.querySelector(".list"));
        byId("announcement").textContent =
            `${title(list)} matches ${[...box.querySelectorAll("h3")].map((heading) => heading.textContent).join(" and ")}.`;
    }

    /** Does it, and says beside the lists why it failed. */
    async #try(act) {
        try {
            await act();
            byId("lists-note").textContent = "";
        } catch (error) {
            if (error.name === "AbortError") return;
            byId("lists").hidden = false;
            byId("lists-note").textContent = error.message;
        }
    }
}

const title = (list) => named(list.properties.title, "Without a title");

function place(list, unit) {
    const { circles, areas, routes } = list.properties;
    if (areas.length + routes.length > 1 || (circles.length && areas.length + routes.length)) return `${circles.length + areas.length + routes.length} places`;
    if (areas.length) return areas[0].name === null ? "an area that is gone" : areas[0].name === list.properties.title ? "an area" : `in ${plain(areas[0].name)}`;
    if (routes.length) return `${lengthText(routes[0].within_m, unit)} along ${lengthText(routes[0].length_m, unit)}`;
    if (circles.length === 0) return "anywhere";
    if (circles.length > 1) return `${circles.length} circles`;
    return `${lengthText(circles[0].radius_m, unit)} around`;
}

function here(match, unit) {
    const inside = match.inside_m === null ? "matches the center" : `center is ${lengthText(match.inside_m, unit)} inside`;
    return match.certainty === "possible" ? `${inside}, if species and day fit` : inside;
}
