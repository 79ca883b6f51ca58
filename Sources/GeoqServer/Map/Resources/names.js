// Names of places on the map, as data/make.py writes them: the largest come first.

import { address } from "./address.js";

/** From this zoom on places are named, so many of them at most. */
const [firstZoom, most] = [4, 40];
/** What a name takes, in pixels: a letter, its sides, its height. */
const size = { letter: 6.5, sides: 24, height: 30 };

/** Places of a text with a line each. */
const read = (text) => text.trimEnd().split("\n").map((line) => {
    const [name, lat, lon] = line.split("\t");
    return { name, lat: Number(lat), lon: Number(lon) };
});

/** What is shown below the dots: who listens to the page hears places from the list. */
export class PlaceNames {
    #map;
    #layer = L.layerGroup();
    #places = [];
    #reading = null;

    constructor(map) {
        this.#map = map;
        const pane = map.createPane("names");
        pane.style.zIndex = 160;
        pane.setAttribute("aria-hidden", "true");
        this.#layer.addTo(map);
    }

    /** Names what is in view, the largest places first, none over another. */
    show() {
        this.#layer.clearLayers();
        if (this.#map.getZoom() < firstZoom) return;
        this.#reading ??= this.#read().catch(() => { this.#reading = null; });
        const taken = [];
        const bounds = this.#map.getBounds();
        const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
        for (const { name, lat, lon } of this.#places) {
            if (taken.length === most) break;
            if (lat < south || lat > north) continue;
            // The view may lie turns of the Earth away.
            const there = lon + 360 * Math.ceil((west - lon) / 360);
            if (there > east) continue;
            const { x, y } = this.#map.latLngToContainerPoint([lat, there]);
            const width = size.letter * name.length + size.sides;
            if (taken.some((other) => Math.abs(other.y - y) < size.height && Math.abs(other.x - x) < (other.width + width) / 2)) continue;
            taken.push({ x, y, width });
            this.#layer.addLayer(this.#label(name, [lat, there]));
        }
    }

    /** Shows names, or none, above another server's map. */
    set isShown(isShown) {
        if (isShown) this.#layer.addTo(this.#map);
        else this.#layer.remove();
    }

    async #read() {
        const response = await fetch(address("/assets/places.tsv"));
        if (!response.ok) throw new Error(response.statusText);
        this.#places = read(await response.text());
        this.show();
    }

    #label(name, place) {
        const text = document.createElement("span");
        text.textContent = name;
        // Above its dot, which would hide letters.
        const icon = L.divIcon({ className: "place-name", html: text, iconSize: [0, 0], iconAnchor: [0, 11] });
        return L.marker(place, { icon, interactive: false, keyboard: false, pane: "names" });
    }
}
