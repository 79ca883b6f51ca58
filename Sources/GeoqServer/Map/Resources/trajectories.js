// The ways of birds on their migrations, drawn on the map when a person wants them.

import { unrolledPlaces } from "./places.js";
import { joined, make, named, textNode } from "./text.js";

const byId = (id) => document.getElementById(id);
/** So many ways are drawn, each kind of bird in one of so many colors. */
const [most, kinds] = [500, 6];

export class Trajectories {
    #page;
    #lines;
    #asked = "";

    constructor(page) {
        this.#page = page;
        this.#lines = L.layerGroup().addTo(page.map);
        byId("show-trajectories").addEventListener("change", () => this.#page.attempt(() => this.#draw()));
    }

    /** Draws them anew when the store has changed; without any nothing is said of them. */
    async follow(isAny) {
        byId("trajectories").hidden = !isAny;
        this.#asked = "";
        await this.#draw();
    }

    /** Draws the same in other colors. */
    redraw() {
        this.#asked = "";
        return this.#draw();
    }

    async #draw() {
        const wanted = !byId("trajectories").hidden && byId("show-trajectories").checked ? "all" : "none";
        if (wanted === this.#asked) return;
        this.#asked = wanted;
        this.#lines.clearLayers();
        byId("trajectories-note").textContent = "";
        if (wanted === "none") return;
        const { features, numberMatched: all } = await this.#page.busy(this.#page.json(`/trajectories?limit=${most}`));
        // A person may have taken them away meanwhile.
        if (this.#asked !== wanted) return;
        this.#lines.clearLayers();
        const birds = [...new Set(features.map(({ properties }) => properties.scientific_name ?? properties.common_name))];
        for (const feature of features) this.#add(feature, birds);
        if (all > features.length) byId("trajectories-note").textContent = `The first ${most} of ${all}, by name.`;
    }

    #add({ geometry, properties }, birds) {
        const { name, common_name: common, scientific_name: scientific, season, start_date: from, end_date: until } = properties;
        const kind = birds.indexOf(scientific ?? common) % kinds;
        const title = named(name ?? common ?? scientific);
        const style = { color: this.#page.color(`--way-${kind + 1}`), weight: 3, opacity: 0.85, className: "trajectory", pane: "circles" };
        const places = { Point: [[geometry.coordinates]], LineString: [geometry.coordinates], MultiLineString: geometry.coordinates }[geometry.type];
        // What was cut at ±180° is drawn as one line.
        const line = unrolledPlaces(places.flat().map(([lon, lat]) => [lat, lon]), this.#page.nearView);
        const drawn = geometry.type === "Point" ? L.circleMarker(line[0], { ...style, radius: 6 }) : L.polyline(line, style);
        drawn.bindTooltip(textNode(title), { sticky: true }).on("click", (event) => {
            L.DomEvent.stop(event);
            const facts = make("p", { class: "facts" }, joined([name && (common ?? scientific), common && scientific, season, from && `${from}${until ? ` to ${until}` : ""}`]));
            this.#page.popup(event.latlng, make("div", { class: "details" }, make("strong", { text: title }), facts));
        });
        this.#lines.addLayer(drawn);
    }
}
