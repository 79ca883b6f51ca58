// The forms that make and change a watchlist and its entries.

import { buttonOf } from "./focus.js";
import { Handle } from "./handle.js";
import { lineText } from "./places.js";
import { areaText, meters } from "./question.js";
import { dayAt, lengthText, make, noonAt, plain, rounded } from "./text.js";
import { placeText } from "./coordinates.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
/** The fields of an entry's days. */
const days = { observed: "entry-seen", planned_from: "entry-from", planned_until: "entry-until" };
/** A bird is asked for when no key has been pressed for so many milliseconds. */
const rest = 150;
/** A second press that comes sooner is no answer to a question, in milliseconds. */
const pause = 400;

export class Editor {
    #page;
    #edits;
    /** The list that is changed or gets an entry; null for a new list. */
    #list = null;
    /** The entry that is changed; null for a new one. */
    #entry = null;
    /** Where the entry is; null until the map was pressed. */
    #at = null;
    /** What the form had when it was opened. */
    #opened = {};
    /** What was in its fields then. */
    #untouched = "";
    /** Which opening of a form this is: what another one began does nothing to it. */
    #turn = 0;
    /** Which opening is being saved; null for none. */
    #saving = null;
    /** What a person was told that others have changed meanwhile, and replaces with the next press. */
    #told = {};
    #pin;
    #opener = null;
    #timer = null;

    constructor(page, edits) {
        [this.#page, this.#edits] = [page, edits];
        this.#pin = new Handle(page.map, {
            className: "pin", label: "Place of the entry. Arrow keys move it.",
            move: (latlng) => this.#place(latlng),
            step: (dx, dy) => {
                const { map } = page;
                this.place(map.containerPointToLatLng(map.latLngToContainerPoint(this.#pin.place).add([dx * 10, dy * 10])));
            },
        });
        byId("keep").addEventListener("click", () => this.makeList());
        byId("new-list").addEventListener("click", () => this.makeList());
        byId("list-form").addEventListener("submit", (event) => this.#submit(event, () => this.#saveList()));
        byId("entry-form").addEventListener("submit", (event) => this.#submit(event, () => this.#saveEntry()));
        byId("entry-middle").addEventListener("click", () => this.place(page.map.getCenter()));
        byId("entry-nowhere").addEventListener("click", () => {
            // The button that was pressed is gone then.
            byId("entry-middle").focus();
            this.#unplace();
        });
        for (const form of [byId("list-form"), byId("entry-form")]) {
            form.querySelector(".cancel").addEventListener("click", () => this.close());
            form.addEventListener("keydown", (event) => event.key === "Escape" && !event.isComposing && this.#leave(form));
        }
        byId("list-move").addEventListener("change", () => this.follow());
        for (const id of ["list-species", "entry-species"]) byId(id).addEventListener("input", () => this.#suggest(byId(id).value));
    }

    /** Whether a press of the map is where an entry is. */
    get isPlacing() {
        return !byId("entry-form").hidden;
    }

    /** Shows the buttons that change something only where something may be changed. */
    showAllowed() {
        for (const id of ["keep", "new-list"]) byId(id).hidden = !this.#edits.isAllowed;
        if (!this.#edits.isAllowed) this.close();
    }

    // --- lists ---

    /** Opens the form of a new list, whose place is what the question asks. */
    makeList() {
        this.#open("list-form", null);
        byId("list-heading").textContent = "New watchlist";
        byId("list-title").value = "";
        byId("list-species").value = this.#page.question().layer === "observations" ? this.#page.question().species : "";
        byId("list-species").closest(".field").hidden = false;
        byId("list-moves").hidden = true;
        this.#begin("list-form", "list-title");
        this.follow();
    }

    /** Opens the form of a list; its circle becomes the question's, so that it can be dragged. */
    changeList(list) {
        const [circle] = list.properties.circles;
        if (circle) this.#page.goTo({ lat: circle.lat, lon: circle.lon, radius: rounded(circle.radius_m / 1000, 6), unit: "km" });
        this.#open("list-form", list);
        byId("list-heading").textContent = "Change the watchlist";
        byId("list-title").value = list.properties.title ?? "";
        // Of several birds, or of a body shape, a field for one would say too little.
        byId("list-species").value = list.properties.species[0] ?? "";
        byId("list-species").closest(".field").hidden = list.properties.species.length > 1 || list.properties.shapes.length > 0;
        byId("list-move").checked = false;
        this.#begin("list-form", "list-title");
        // What is not changed is not sent: another device may have changed it meanwhile.
        this.#opened = { title: byId("list-title").value.trim(), place: JSON.stringify(this.#placeOf(this.#page.question())) };
        this.follow();
    }

    /** Says of which place the list will be. */
    follow() {
        const question = this.#page.question();
        const size = lengthText(meters(question), question.unit);
        const places = {
            circle: `The circle of ${size} on the map: drag its center and its edge.`, area: question.name ? `The area ${plain(question.name)}.` : "The area that is drawn on the map.",
            route: `The route that is drawn on the map, and ${size} to either side.`,
        };
        byId("list-moves").hidden = !this.#list || this.#isDragged || this.#places(this.#list) > 1;
        byId("list-place").textContent = this.#moves ? places[question.shape] : "Its place stays as it is.";
    }

    #places({ properties: { circles, areas, routes } }) {
        return circles.length + areas.length + routes.length;
    }

    /** Whether the list that is changed has a circle, and it is the question's, which can be dragged. */
    get #isDragged() {
        return this.#list?.properties.circles.length === 1 && this.#places(this.#list) === 1 && this.#page.question().shape === "circle";
    }

    /** Whether the place of the question becomes the list's. */
    get #moves() {
        return !this.#list || this.#isDragged || (!byId("list-moves").hidden && byId("list-move").checked);
    }

    async #saveList() {
        const question = this.#page.question();
        const title = byId("list-title").value.trim();
        const place = this.#placeOf(question);
        const body = this.#list && title === this.#opened.title ? {} : { title };
        const isLeft = this.#isDragged && JSON.stringify(place) === this.#opened.place;
        if (this.#moves && !isLeft) Object.assign(body, place);
        const species = byId("list-species").value.trim();
        if (this.#list) {
            const { id, properties } = this.#list;
            if (!byId("list-species").closest(".field").hidden && species !== (properties.species[0] ?? "")) body.species = species || null;
            if (Object.keys(body).length === 0) return this.#page.chose(id, `${title} stays as it is.`);
            const shown = { ...properties, ...this.#told };
            if ("title" in body) body.was_title = shown.title;
            if (this.#moves && !isLeft) body.was_place = shown.place_revision;
            if ("species" in body) body.was_species = shown.species_revision;
            await this.#edits.send("PATCH", `/collections/watchlists/items/${id}`, body);
            return this.#page.chose(id, `${title} is changed.`);
        }
        if (species) body.species = species;
        const { id } = await this.#edits.send("POST", "/collections/watchlists/items", body);
        return this.#page.chose(id, `${title} is kept.`);
    }

    /** The place of a question, as the server takes it. */
    #placeOf(question) {
        const kilometers = meters(question) / 1000;
        if (question.shape === "area") return { area: areaText(question) };
        if (question.shape === "route") return { route: lineText(question.line), within_km: kilometers };
        return { lat: question.lat, lon: question.lon, radius_km: kilometers };
    }

    /** Deletes a list, once a person has said so. */
    async deleteList(list, button, press) {
        if (!this.#isSure(button, press, `the watchlist ${plain(list.properties.title)}`)) return;
        await this.#edits.send("DELETE", `/collections/watchlists/items/${list.id}`);
        await this.#page.chose("", `${list.properties.title} is deleted.`);
    }

    // --- entries ---

    addEntry(list) {
        this.#openEntry(list, null);
        byId("entry-heading").textContent = `New entry of ${list.properties.title || "the list"}`;
        for (const id of ["entry-species", "entry-seen", "entry-from", "entry-until", "entry-notes"]) byId(id).value = "";
        this.#begin("entry-form", "entry-species");
    }

    changeEntry(list, entry) {
        this.#openEntry(list, entry);
        const { properties, geometry } = entry;
        byId("entry-heading").textContent = "Change the entry";
        byId("entry-species").value = properties.scientific_name ?? properties.common_name ?? "";
        for (const [name, id] of Object.entries(days)) byId(id).value = this.#day(name);
        byId("entry-notes").value = properties.notes ?? "";
        if (geometry) this.place(L.latLng(geometry.coordinates[1], geometry.coordinates[0]));
        // As of a list.
        const shown = Object.fromEntries(Object.entries(days).map(([name, id]) => [name, byId(id).value]));
        this.#opened = {
            ...shown, species: byId("entry-species").value.trim(), place: String(this.#at), notes: byId("entry-notes").value,
        };
        this.#begin("entry-form", "entry-species");
    }

    #openEntry(list, entry) {
        this.#open("entry-form", list);
        this.#entry = entry;
        root.dataset.placing = "yes";
        this.#unplace();
        this.#opened = { place: String(this.#at) };
    }

    /** Takes the entry's place away, which a wrong press of the map may have given it. */
    #unplace() {
        this.#at = null;
        this.#pin.remove();
        byId("entry-nowhere").hidden = true;
        byId("entry-place").textContent = "Press the map where it is, or leave it without a place.";
    }

    /** Puts the entry at a place of the map. */
    place(latlng) {
        this.#place(latlng);
        const [lat, lon] = this.#at;
        this.#pin.set([lat, this.#page.nearView(lon)], { valuemin: -90, valuemax: 90, valuenow: lat, valuetext: placeText(lat, lon) });
    }

    #place(latlng) {
        const { lat, lng } = latlng.wrap();
        this.#at = [rounded(Math.max(-90, Math.min(90, lat)), 5), rounded(lng, 5)];
        byId("entry-nowhere").hidden = false;
        byId("entry-place").textContent = `At ${placeText(...this.#at)}.`;
    }

    async #saveEntry() {
        // Another form may be open when this is done.
        const [list, entry] = [this.#list, this.#entry];
        const path = `/collections/watchlists/items/${list.id}/entries`;
        const species = byId("entry-species").value.trim();
        // The field has a name, which several birds may have: an entry keeps its bird while the field is left alone.
        const body = entry && species === this.#opened.species ? {} : { species };
        for (const [name, id] of Object.entries(days)) {
            // A moment of the same day stays as exact as it was.
            // So does what a field for days cannot show, such as a month.
            if (byId(id).value !== (this.#opened[name] ?? "")) body[name] = byId(id).value ? noonAt(byId(id).value, this.#at?.[1]) : null;
        }
        const notes = byId("entry-notes").value;
        if (notes !== (this.#opened.notes ?? "")) body.notes = notes.trim() || null;
        if (String(this.#at) !== this.#opened.place) [body.lat, body.lon] = this.#at ?? [null, null];
        if (entry && Object.keys(body).length === 0) return this.#page.chose(list.id, `${species} stays as it is.`);
        if (entry) await this.#edits.send("PATCH", `${path}/${entry.id}`, { ...body, ...this.#former(body, entry) });
        else await this.#edits.send("POST", path, body);
        await this.#page.chose(list.id, `${species} is ${entry ? "changed" : "on the list"}.`);
    }

    /** What is changed of an entry as the form has shown it: the server changes nothing that is another by now. */
    #former(body, { properties, geometry }) {
        const [lon, lat] = geometry?.coordinates ?? [];
        const shown = { ...properties, lat, lon, species: properties.bird_id, ...this.#told };
        const names = Object.keys(body);
        return Object.fromEntries(names.map((name) => [`was_${name}`, shown[name] ?? null]));
    }

    /** Reads what the list or the entry has now, as the person is told. */
    async #learn() {
        const path = `/collections/watchlists/items/${this.#list.id}`;
        if (!this.#entry) {
            const { properties } = await this.#page.json(path);
            const { title, place_revision, species_revision } = properties;
            this.#told = { title, place_revision, species_revision };
            return;
        }
        const { features } = await this.#page.json(`${path}/entries?limit=500`);
        const now = features.find(({ id }) => id === this.#entry.id);
        if (!now) return;
        const [lon = null, lat = null] = now.geometry?.coordinates ?? [];
        this.#told = { ...now.properties, lat, lon, species: now.properties.bird_id };
    }

    /** The day of the entry's moment at its place; empty without one. */
    #day(name) {
        const moment = this.#entry?.properties[name];
        return moment ? dayAt(moment, this.#entry.geometry?.coordinates[0]) : "";
    }

    async deleteEntry(list, entry, button, press, name) {
        if (!this.#isSure(button, press, `the entry ${name}`)) return;
        await this.#edits.send("DELETE", `/collections/watchlists/items/${list.id}/entries/${entry.id}`);
        await this.#page.chose(list.id, "The entry is deleted.");
    }

    // --- both ---

    /**
     * The first press asks, a later one is meant, but none of a double click.
     * Who goes on to something else has answered no.
     */
    #isSure(button, press, what) {
        if (button.dataset.asked) return press.detail < 2 && press.timeStamp - Number(button.dataset.asked) >= pause;
        const [text, label] = [button.textContent, button.getAttribute("aria-label")];
        button.dataset.asked = press.timeStamp;
        button.textContent = "Delete it?";
        button.setAttribute("aria-label", `Delete it? Press again to delete ${what}.`);
        byId("announcement").textContent = `Delete ${what}? Press again to delete it.`;
        // Some browsers give no button that is pressed the focus, and none would lose it.
        button.focus();
        button.addEventListener("blur", () => {
            delete button.dataset.asked;
            button.textContent = text;
            if (label) button.setAttribute("aria-label", label);
            else button.removeAttribute("aria-label");
        }, { once: true });
        return false;
    }

    #open(id, list) {
        const opener = document.activeElement;
        this.close();
        this.#turn += 1;
        this.#told = {};
        [this.#list, this.#opener] = [list, opener];
        byId(id).hidden = false;
        byId(id).querySelector("[role=alert]").textContent = "";
        byId(id).scrollIntoView({ block: "nearest" });
    }

    /** Lets a person begin in a field of the form, whose fields are filled. */
    #begin(form, field) {
        byId(field).focus();
        this.#untouched = this.#written(byId(form));
    }

    /** What is in a form, and where its list or entry is, as a text to compare. */
    #written(form) {
        const fields = [...form.elements].map((field) => (field.type === "checkbox" ? field.checked : field.value));
        return JSON.stringify([fields, this.#at, this.#isDragged && this.#placeOf(this.#page.question())]);
    }

    /** Closes a form by a key, unless something was written in it: that is dropped by its button alone. */
    #leave(form) {
        if (this.#written(form) === this.#untouched) return this.close();
        form.querySelector("[role=alert]").textContent = "This is not kept yet. Cancel drops it.";
    }

    /** Closes what is open; the keyboard goes back to where it came from. */
    close() {
        const isOpen = !byId("list-form").hidden || !byId("entry-form").hidden;
        if (!isOpen) return;
        const hadFocus = Boolean(document.activeElement?.closest("#list-form, #entry-form, .handle.pin"));
        this.#turn += 1;
        byId("list-form").hidden = byId("entry-form").hidden = true;
        delete root.dataset.placing;
        this.#pin.remove();
        if (hadFocus) this.#origin.focus();
    }

    /** What opened the form, or the same button of the list that was drawn anew; without that the list, or "New list". */
    get #origin() {
        if (this.#opener?.isConnected) return this.#opener;
        return buttonOf(this.#opener?.dataset.id) ?? buttonOf(this.#list?.id) ?? byId("new-list");
    }

    async #submit(event, save) {
        event.preventDefault();
        const [alert, turn] = [event.target.querySelector("[role=alert]"), this.#turn];
        // A second press makes nothing twice; a button that is disabled would lose the focus.
        if (this.#saving === turn) return;
        this.#saving = turn;
        alert.textContent = "";
        try {
            await this.#page.busy(save());
            if (turn === this.#turn) this.close();
        } catch (error) {
            // The next press keeps one's own.
            if (turn === this.#turn && error.status === 412) await this.#learn().catch(() => {});
            if (turn === this.#turn) alert.textContent = error.message;
            else this.#page.warn(error.message);
        } finally {
            if (this.#saving === turn) this.#saving = null;
        }
    }

    /** Offers birds of the store whose name has these letters. */
    #suggest(text) {
        clearTimeout(this.#timer);
        if (text.trim().length < 2) return;
        this.#timer = setTimeout(async () => {
            try {
                const { birds } = await this.#page.json(`/map/birds?${new URLSearchParams({ name: text.trim() })}`);
                byId("known-birds").replaceChildren(...birds.map((bird) => {
                    const option = make("option", { label: bird.common_name ?? "" });
                    option.value = bird.scientific_name ?? bird.common_name ?? "";
                    return option;
                }));
            } catch {
                // Without suggestions the name can be written all the same.
            }
        }, rest);
    }
}
