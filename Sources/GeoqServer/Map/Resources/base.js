// What lies below everything else: land, coarse and fine, lines of latitude and longitude, names,
// and tiles of another server if there is one.

import { address } from "./address.js";
import { rings } from "./land.js";
import { PlaceNames } from "./names.js";

/** A country of the coarse land: its polygons as latitude and longitude, and its extent. */
function country({ geometry: { type, coordinates } }) {
    let [west, south, east, north] = [180, 90, -180, -90];
    const points = (type === "Polygon" ? [coordinates] : coordinates).map((rings) => rings.map((ring) => ring.map(([lon, lat]) => {
        [west, east] = [Math.min(west, lon), Math.max(east, lon)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
        return [lat, lon];
    })));
    return { points, extent: { west, south, east, north } };
}

/** From this zoom on the land is shown more finely. */
const fineZoom = 6;
/** The turns of the Earth by which a part of the land was drawn. */
const withTurns = (part) => ({ ...part, turns: new Set() });

/** Points within lists, further east. */
const moved = (points, turn) => (typeof points[0] === "number" ? [points[0], points[1] + turn] : points.map((inner) => moved(inner, turn)));

const gridSteps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

export class Base {
    #map;
    #color;
    /** What is drawn of each of the two lands, and the parts that are not drawn yet. */
    #coarse = { layer: L.layerGroup(), parts: [] };
    #fine = { layer: L.layerGroup(), parts: [] };
    #reading = null;
    #grid = L.layerGroup();
    #pen;
    #names;

    constructor(map, color) {
        [this.#map, this.#color] = [map, color];
        map.createPane("land").style.zIndex = 150;
        this.#pen = L.canvas({ pane: "land", padding: 0.3 });
        this.#coarse.layer.addTo(map);
        this.#grid.addTo(map);
        this.#names = new PlaceNames(map);
    }

    /** Reads the coarse land and shows what is near of it. */
    async read() {
        const { features } = await (await fetch(address("/assets/countries.json"))).json();
        this.#coarse.parts = features.map(country).map(withTurns);
        this.#showLand();
        this.#names.show();
    }

    /** Reads the fine land, when it is looked at first. */
    async #readFine() {
        const response = await fetch(address("/assets/land.bin"));
        if (!response.ok) throw new Error(`the land: ${response.status}`);
        this.#fine.parts = rings(new Uint8Array(await response.arrayBuffer())).map(withTurns);
        this.#showLand();
    }

    /** Draws what the map has come to. */
    show() {
        this.#showGrid();
        this.#showLand();
        // The first names are read after the land.
        if (this.#coarse.parts.length) this.#names.show();
    }

    /** Draws everything with other colors. */
    recolor() {
        for (const { layer } of [this.#coarse, this.#fine]) layer.eachLayer((part) => part.setStyle(this.#landStyle()));
        this.#showGrid();
    }

    /** Offers another server's tiles, whose address is a template. */
    offerTiles(template, label, box) {
        if (!template) return;
        label.hidden = false;
        label.querySelector("span").textContent = new URL(template.replace("{s}.", "")).hostname;
        const layer = L.tileLayer(template, { pane: "land", maxZoom: 19 });
        box.addEventListener("change", () => {
            if (box.checked) layer.addTo(this.#map);
            else layer.remove();
            this.#names.isShown = !box.checked;
        });
    }

    #landStyle() {
        return { fillColor: this.#color("--land"), fillOpacity: 1, color: this.#color("--border"), weight: 0.8 };
    }

    /** Shows the land that belongs to the zoom; the coarse one stays until the fine one is there. */
    #showLand() {
        const isClose = this.#map.getZoom() >= fineZoom;
        if (isClose && this.#coarse.parts.length) this.#reading ??= this.#readFine().catch(() => { this.#reading = null; });
        const [shown, hidden] = isClose && this.#fine.parts.length ? [this.#fine, this.#coarse] : [this.#coarse, this.#fine];
        hidden.layer.remove();
        shown.layer.addTo(this.#map);
        this.#add(shown);
    }

    /** Parts of the land, once the map comes near them, on both sides of ±180°. */
    #add({ layer, parts }) {
        const bounds = this.#map.getBounds().pad(0.5);
        const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
        for (const turn of [-360, 0, 360]) {
            for (const { points, extent, turns } of parts) {
                if (turns.has(turn) || extent.west + turn > east || west > extent.east + turn || extent.south > north || south > extent.north) continue;
                turns.add(turn);
                const turned = turn === 0 ? points : moved(points, turn);
                layer.addLayer(L.polygon(turned, { renderer: this.#pen, pane: "land", interactive: false, ...this.#landStyle() }));
            }
        }
    }

    /** Lines of latitude and longitude, so that a place without borders is a map, too. */
    #showGrid() {
        const bounds = this.#map.getBounds().pad(0.1);
        const step = gridSteps.find((degrees) => degrees * 256 * 2 ** this.#map.getZoom() / 360 < 160) ?? 0.01;
        const style = { renderer: this.#pen, pane: "land", interactive: false, color: this.#color("--border"), weight: 0.6, opacity: 0.5, smoothFactor: 0 };
        this.#grid.clearLayers();
        const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
        for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
            this.#grid.addLayer(L.polyline([[lat, bounds.getWest()], [lat, bounds.getEast()]], style));
        }
        for (let lon = Math.ceil(bounds.getWest() / step) * step; lon <= bounds.getEast(); lon += step) {
            this.#grid.addLayer(L.polyline([[south, lon], [north, lon]], style));
        }
    }
}
