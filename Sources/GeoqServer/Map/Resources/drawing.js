// Drawing an area or a route on the map, by mouse, finger or keys.

import { mostPositions, unrolledPlaces } from "./places.js";
import { counted, rounded } from "./text.js";

const byId = (id) => document.getElementById(id);
/** An area has at least so many corners, a route so many positions. */
const fewest = { area: 3, route: 2 };
/** A press so near the first corner closes the area, in pixels. */
const reach = 14;

export class Drawing {
    #page;
    #done;
    #kind = null;
    #line = [];
    #layer;

    /** `done(kind, line)` is called with the positions of a shape that is finished. */
    constructor(page, done) {
        [this.#page, this.#done] = [page, done];
        this.#layer = L.layerGroup().addTo(page.map);
        byId("draw-undo").addEventListener("click", () => this.undo());
        byId("draw-end").addEventListener("click", () => this.finish());
        byId("draw-cancel").addEventListener("click", () => this.cancel());
        byId("draw-here").addEventListener("click", () => this.add(page.map.getCenter()));
        document.addEventListener("keydown", (event) => this.#key(event));
        page.map.on("dblclick", () => this.#kind && this.finish());
        page.map.on("moveend", () => this.#kind && this.#show());
    }

    get isOn() {
        return this.#kind !== null;
    }

    start(kind) {
        this.cancel();
        [this.#kind, this.#line] = [kind, []];
        document.documentElement.dataset.drawing = kind;
        this.#page.map.doubleClickZoom.disable();
        this.#page.map.closePopup();
        byId("drawing").hidden = false;
        this.#show();
        this.#page.map.getContainer().focus();
    }

    /** Adds a corner; the first one once more closes an area. */
    add(latlng) {
        const { map } = this.#page;
        const place = latlng.wrap();
        const next = [rounded(place.lat, 5), rounded(place.lng, 5)];
        if (String(next) === String(this.#line.at(-1))) return;
        if (this.#kind === "area" && this.#line.length >= fewest.area) {
            const [first] = unrolledPlaces(this.#line.slice(0, 1), this.#page.nearView);
            if (map.latLngToContainerPoint(first).distanceTo(map.latLngToContainerPoint(latlng)) < reach) return this.finish();
        }
        if (this.#line.length === mostPositions) return this.#say(`No more than ${mostPositions} corners can be drawn here.`);
        this.#line.push(next);
        this.#show();
    }

    undo() {
        this.#line.pop();
        this.#show();
    }

    finish() {
        const [kind, line] = [this.#kind, this.#line];
        if (line.length < fewest[kind]) {
            const what = kind === "area" ? "An area has at least three corners." : "A route has at least two positions.";
            return this.#say(`${what} Press the map where the next one is.`);
        }
        this.cancel();
        this.#done(kind, line);
    }

    cancel() {
        if (!this.#kind) return;
        this.#kind = null;
        delete document.documentElement.dataset.drawing;
        this.#layer.clearLayers();
        // Its buttons are gone then.
        if (byId("drawing").contains(document.activeElement)) this.#page.map.getContainer().focus();
        byId("drawing").hidden = true;
        setTimeout(() => this.#page.map.doubleClickZoom.enable(), 300);
    }

    #key(event) {
        if (!this.#kind || event.target.matches("input, textarea, select, button, summary, a")) {
            if (this.#kind && event.key === "Escape") this.cancel();
            return;
        }
        const act = { Escape: () => this.cancel(), Enter: () => this.finish(), Backspace: () => this.undo(), " ": () => this.add(this.#page.map.getCenter()) }[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        act();
    }

    #show() {
        const style = { color: this.#page.color("--circle"), interactive: false, className: "drawn", pane: "circles" };
        const line = unrolledPlaces(this.#line, this.#page.nearView);
        this.#layer.clearLayers();
        if (this.#kind === "area" && line.length > 2) this.#layer.addLayer(L.polygon(line, { ...style, weight: 0, fillOpacity: 0.09 }));
        this.#layer.addLayer(L.polyline(line, { ...style, weight: 2.5, dashArray: "6 4" }));
        line.forEach((place, index) => this.#layer.addLayer(L.circleMarker(place, {
            ...style, radius: index === 0 ? 8 : 5, weight: 2.5, fillColor: this.#page.color("--paper"), fillOpacity: 1,
        })));
        byId("draw-undo").disabled = line.length === 0;
        byId("draw-end").disabled = line.length < fewest[this.#kind];
        const how = this.#kind === "area" ? "Press the corners; the first one again, or Enter, closes it." : "Press the positions in the order of travel; Enter ends it.";
        this.#say(line.length ? `${counted(line.length, this.#kind === "area" ? "corner" : "position")}. ${how}` : how);
    }

    #say(text) {
        byId("draw-how").textContent = text;
    }
}
