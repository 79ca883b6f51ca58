// The answer as a list of rows and as dots on the map, which show each other.

import { blur, blurText, dayText, details, isObscured } from "./details.js";
import { path } from "./question.js";
import { bearingText, counted, joined, lengthText, make, named, textNode } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many hits are asked for at first; sightings share rows, so that more of them are. */
const pageSize = { hotspots: 50, observations: 200 };
/** So many names of species are in a row that several share. */
const fewNames = 3;

/** An arrow that points to where something lies. */
function arrow(bearing) {
    const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
    svg.setAttribute("viewBox", "0 0 10 10");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", "M5 0 9 10 5 7.5 1 10Z");
    svg.style.rotate = `${bearing}deg`;
    svg.append(path);
    return svg;
}

/** A difference of longitudes, the short way around. */
const nearer = (difference) => difference - 360 * Math.round(difference / 360);

export class Hits {
    #page;
    #dots;
    #blurs;
    #features = [];
    #next = null;
    /** By button: opens or closes its row; true when a person does it. */
    #toggles = new WeakMap();

    constructor(page) {
        this.#page = page;
        this.#blurs = L.layerGroup().addTo(page.map);
        this.#dots = L.layerGroup().addTo(page.map);
        byId("more").addEventListener("click", () => page.attempt(() => this.#showMore()));
    }

    /** How many to ask for, so that as many are shown as before. */
    limit(isNew) {
        const few = pageSize[this.#page.question().layer];
        return isNew ? few : Math.min(10_000, Math.max(few, this.#features.length));
    }

    show({ features, links }) {
        this.#features = features;
        this.#next = following(links);
        this.#render();
    }

    clear() {
        this.show({ features: [], links: [] });
    }

    async #showMore() {
        const [count, features] = [byId("hits").children.length, this.#features];
        // Each time as many again as are shown and half as many: the end of a long list is some presses away.
        this.#next.searchParams.set("limit", Math.min(10_000, Math.max(200, Math.ceil(this.#features.length * 1.5))));
        const page = await this.#page.busy(this.#page.json(`${path(this.#page.question())}${this.#next.search}`));
        // Another question was answered meanwhile: what came is not of it.
        if (this.#features !== features) return;
        this.#features = features.concat(page.features);
        this.#next = following(page.links);
        this.#render();
        // The keyboard goes on with what came.
        if (byId("more").hidden) (byId("hits").children[count] ?? byId("hits").lastChild)?.querySelector("button").focus();
    }

    #render() {
        const list = byId("hits");
        const key = (row) => row.dataset.id + row.classList.contains("group");
        const open = new Set([...list.querySelectorAll("[aria-expanded=true]")].map(key));
        const focused = list.contains(document.activeElement) ? document.activeElement.closest("li")?.querySelector(".hit") : null;
        this.#dots.clearLayers();
        this.#blurs.clearLayers();
        list.replaceChildren(...grouped(this.#features).map((group) => (group.length > 1 ? this.#group(group) : this.row(group[0]))));
        byId("more").hidden = !this.#next;
        // What was open and where the keyboard was stays so when the same rows come again.
        for (const kind of [".group", ".hit:not(.group)"]) {
            for (const row of list.querySelectorAll(kind)) {
                if (open.has(key(row))) this.#toggles.get(row)(false);
            }
        }
        if (!focused) return;
        const same = [...list.querySelectorAll(".hit")].find((row) => key(row) === key(focused));
        if (same) same.focus();
        else list.focus({ preventScroll: true });
    }

    /**
     * A feature as an item of a list and a dot on the map.
     *
     * `dots` is the layer of the dots, null for none of its own, and `near` the
     * longitude beside which they lie.
     */
    row(feature, { layer = this.#page.question().layer, dots = this.#dots, near, fill = "--hit" } = {}) {
        const { properties } = feature;
        const { unit } = this.#page.question();
        const name = named(properties.name);
        const [lon, lat] = feature.geometry.coordinates;
        const [item, button] = this.#item(feature, name, [dayText(properties), properties.place, blurText(properties, unit)]);
        if (properties.count) button.querySelector(".name").after(make("span", { class: "count", text: `×${properties.count}` }));
        if (dots) this.#dot(button, feature, { near, dots, fill, tooltip: name, size: 5.5 });
        // The row that it is in has said where.
        else button.querySelector(".way")?.remove();
        this.#onToggle(button, (isWanted) => {
            const wasOpen = button.getAttribute("aria-expanded") === "true";
            for (const other of document.querySelectorAll(".hit:not(.group)[aria-expanded=true]")) {
                other.setAttribute("aria-expanded", "false");
                other.parentElement.querySelector(".details")?.remove();
                if (other !== button) other.dispatchEvent(new Event("blur"));
            }
            if (wasOpen) return;
            button.setAttribute("aria-expanded", "true");
            if (isWanted) this.#page.reveal(lat, lon);
            item.append(details(this.#page, { id: feature.id, layer, lat, lon }));
        });
        return item;
    }

    /** Sightings at one place as one row, which opens to show each. */
    #group(features) {
        const { place } = features[0].properties;
        const [title, kinds] = [named(place, "At one place"), [...new Set(features.map(({ properties }) => named(properties.name)))]];
        const days = features.map(({ properties }) => dayText(properties)).filter(Boolean).sort();
        const species = kinds.slice(0, fewNames).join(", ") + (kinds.length > fewNames ? " …" : "");
        const facts = [
            counted(features.length, "sighting"), kinds.length > fewNames && counted(kinds.length, "species"), species,
            days.length && (days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`),
            blurText(features[0].properties, this.#page.question().unit),
        ];
        const [item, button] = this.#item(features[0], title, facts);
        button.classList.add("group");
        this.#dot(button, features[0], { dots: this.#dots, fill: "--hit", tooltip: `${title}: ${counted(features.length, "sighting")}`, size: 7 });
        this.#onToggle(button, () => {
            const isOpen = button.getAttribute("aria-expanded") === "true";
            button.setAttribute("aria-expanded", String(!isOpen));
            item.querySelector(".inside")?.remove();
            if (!isOpen) item.append(make("ol", { class: "inside", "aria-label": title }, ...features.map((feature) => this.row(feature, { dots: null }))));
        });
        return item;
    }

    #onToggle(button, toggle) {
        this.#toggles.set(button, toggle);
        button.addEventListener("click", () => toggle(true));
    }

    /** An item with a button: a name, the way there if there is one, and facts below. */
    #item(feature, name, facts) {
        const { distance_m: distance, bearing_deg: bearing, along_m: along, offset_m: offset, side } = feature.properties;
        const button = make("button", { type: "button", class: "hit", "aria-expanded": "false", "data-id": feature.id });
        button.append(make("span", { class: "name", text: name }));
        if (typeof distance === "number") {
            const way = make("span", { class: "way" });
            if (distance === 0) {
                way.textContent = "here";
            } else {
                way.append(make("span", { class: "distance", text: lengthText(distance, this.#page.question().unit) }));
                if (typeof bearing === "number") {
                    way.append(" ", make("span", { class: "bearing" }, arrow(bearing), bearingText(bearing)));
                }
            }
            button.append(way);
        }
        if (typeof along === "number") {
            const { unit } = this.#page.question();
            button.append(make("span", { class: "way" },
                make("span", { class: "distance", text: `after ${lengthText(along, unit)}` }), " ",
                make("span", { class: "beside", text: side ? `${lengthText(offset, unit)} ${side}` : "on it" })));
        }
        const line = make("small", {}, joined(facts));
        if (line.textContent) button.append(line);
        return [make("li", {}, button), button];
    }

    #dot(button, { geometry: { coordinates: [lon, lat] }, properties }, { near = this.#page.nearView(this.#page.question().lon), dots, fill, tooltip, size }) {
        const { color, map } = this.#page;
        const place = [lat, near + nearer(lon - near)];
        const isVague = isObscured(properties);
        // A place that is not exact is a ring, and not a dot.
        const plainStyle = { radius: size, color: color(isVague ? fill : "--paper"), weight: isVague ? 2 : 1.5, fillColor: color(fill), fillOpacity: isVague ? 0.2 : 1 };
        const dot = L.circleMarker(place, plainStyle).bindTooltip(textNode(tooltip), { direction: "top", offset: [0, -6] });
        const reach = blur(properties);
        // Leaflet's circle is one on a sphere: what is drawn is an uncertainty.
        const circle = reach ? L.circle(place, { radius: reach, className: "blur", color: color(fill), weight: 1.5, dashArray: "3 5", fillOpacity: 0.05, interactive: false }) : null;
        dots.addLayer(dot);
        dot.on("click", (event) => {
            L.DomEvent.stop(event);
            button.focus();
            button.scrollIntoView({ block: "nearest" });
            mark(true);
        });
        const mark = (isOn) => {
            if (!dot._map) return;
            dot.setStyle(isOn ? { ...plainStyle, weight: 3, fillColor: color("--ink") } : plainStyle);
            if (circle && (isOn || button.getAttribute("aria-expanded") === "true")) this.#blurs.addLayer(circle);
            else if (circle) this.#blurs.removeLayer(circle);
            if (isOn && map.getBounds().contains(place)) dot.bringToFront().openTooltip();
            else dot.closeTooltip();
        };
        for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => mark(true));
        for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => mark(false));
    }
}

/** The address of the next page; null when this is the last. */
export function following(links) {
    const next = links.find((link) => link.rel === "next");
    return next ? new URL(next.href, location) : null;
}

/** Hits that follow each other at one place; hotspots stay by themselves. */
function grouped(features) {
    const groups = [];
    for (const feature of features) {
        const last = groups.at(-1)?.[0];
        const isSame = last && "date" in feature.properties && String(last.geometry.coordinates) === String(feature.geometry.coordinates);
        if (isSame) groups.at(-1).push(feature);
        else groups.push([feature]);
    }
    return groups;
}
