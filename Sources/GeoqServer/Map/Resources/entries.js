// The entries of the chosen watchlist, in its item and on the map, and what can
// be done with the list.

import { counted, dayAt, joined, make, named, textNode } from "./text.js";

/** So many entries are listed. */
const most = 500;

/** A mark on the map of what waits to be sent, or is refused. */
export function waitingMark(place, said) {
    const icon = L.divIcon({ className: "waiting-mark", html: "◷", iconSize: null });
    return L.marker(place, { icon, interactive: false, keyboard: false, title: said, alt: said });
}

export class Entries {
    #page;
    #dots;

    constructor(page) {
        this.#page = page;
        this.#dots = L.layerGroup().addTo(page.map);
    }

    clear() {
        this.#dots.clearLayers();
    }

    /** What stands below the chosen list: buttons, and its entries. */
    async box(list, signal) {
        const { edits, editor } = this.#page;
        const answer = await this.#page.json(`/collections/watchlists/items/${list.id}/entries?limit=${most}`, { signal });
        // Another list was chosen meanwhile: nothing of this one is drawn.
        const isChosen = this.#page.question().list === list.id;
        if (isChosen) this.clear();
        const box = make("div", { class: "entries" });
        const isEditable = edits.isAllowed && answer.editable;
        if (isEditable) {
            box.append(make("p", { class: "actions" },
                this.#button("Add an entry", `${list.id} add`, () => editor.addEntry(list)),
                this.#button("Change", `${list.id} change`, () => editor.changeList(list)),
                this.#button("Delete", `${list.id} delete`, (button, press) => editor.deleteList(list, button, press))));
        }
        if (answer.features.length === 0 || !isChosen) return box;
        const rows = answer.features.map((entry) => this.#row(list, entry, isEditable));
        box.append(make("h3", { text: counted(answer.numberMatched, "entry").replace("entrys", "entries") }), make("ol", {}, ...rows));
        if (answer.numberMatched > answer.features.length) box.append(make("p", { class: "quiet", text: `The first ${most} of them.` }));
        return box;
    }

    #row(list, entry, isEditable) {
        const { edits, editor, map, color, nearView } = this.#page;
        const { common_name: common, scientific_name: scientific, nickname, observed, planned_from: from, planned_until: until, place, notes } = entry.properties;
        const name = named(nickname ?? common ?? scientific, "A bird without a name");
        const there = entry.geometry?.coordinates[0];
        const day = (moment) => dayAt(moment, there);
        const when = observed ? `seen ${day(observed)}` : from || until ? `look ${from ? `from ${day(from)}` : ""}${until ? ` until ${day(until)}` : ""}` : "to be seen";
        const row = make("li", { class: "entry", "data-id": entry.id }, make("bdi", { text: name }), make("small", {}, joined([when, place, notes])));
        const photos = this.#page.photos.row(entry.properties.photos, name, there);
        if (photos) row.append(photos);
        const said = edits.said("watchlist_entries", entry.id);
        if (said) row.append(make("small", { class: "waits", text: said }));
        if (isEditable) {
            row.append(make("p", { class: "actions" },
                this.#button("Change", `${entry.id} change`, () => editor.changeEntry(list, entry), `Change the entry ${name}`),
                this.#button("Delete", `${entry.id} delete`, (button, press) => editor.deleteEntry(list, entry, button, press, name), `Delete the entry ${name}`)));
        }
        if (!entry.geometry) return row;
        const [lon, lat] = entry.geometry.coordinates;
        const at = [lat, nearView(lon)];
        const style = { radius: 6.5, color: color("--accent"), weight: 2.5, fillColor: color(observed ? "--accent" : "--paper"), fillOpacity: 1, className: "planned" };
        const dot = L.circleMarker(at, style).bindTooltip(textNode(said ? `${name}: ${said}` : name), { direction: "top", offset: [0, -6] });
        dot.on("click", (event) => {
            L.DomEvent.stop(event);
            const box = make("div", { class: "entry" }, make("strong", { text: name }), make("small", {}, joined([when, place, notes])));
            const shown = this.#page.photos.row(entry.properties.photos, name, there);
            if (shown) box.append(shown);
            this.#page.popup(dot.getLatLng(), box);
        });
        this.#dots.addLayer(dot);
        if (said) this.#dots.addLayer(waitingMark(map.containerPointToLatLng(map.latLngToContainerPoint(at).add([13, -13])), said));
        return row;
    }

    /** A button; its id finds it again when the list is drawn anew. */
    #button(text, id, act, label) {
        const button = make("button", { type: "button", text, "data-id": id, ...(label ? { "aria-label": label } : {}) });
        button.addEventListener("click", (press) => this.#page.attempt(async () => act(button, press)));
        return button;
    }
}
