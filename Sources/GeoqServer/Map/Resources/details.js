// What is known of one feature, and what can be done from there.

import { showPresence } from "./presence.js";
import { counted, joined, lengthText, make, named, plain } from "./text.js";

/** A day as exactly as it is known: 2026-05-03, 2026-05, 2026. */
export function dayText({ date, date_precision: precision }) {
    if (!date) return "";
    return String(date).slice(0, { month: 7, year: 4 }[precision] ?? 10);
}

/** From here on a place is shown as a circle in which it lies. */
const blurred = 1000;

/** How far off a feature may lie, in meters, if that is worth a circle; 0 if it is not known. */
export function blur({ uncertainty_m: uncertainty, withheld }) {
    return uncertainty >= blurred || (withheld && uncertainty > 0) ? uncertainty : 0;
}

export const isObscured = (properties) => Boolean(properties.withheld) || blur(properties) > 0;

/** What a row or a popup says of a place that is not exact. */
export function blurText({ uncertainty_m: uncertainty, withheld }, unit) {
    const size = uncertainty >= 100 ? `± ${lengthText(uncertainty, unit)}` : "";
    return withheld ? ["obscured", size].filter(Boolean).join(" ") : size;
}

/** A `geo:` address (RFC 5870), which a phone opens in its map. */
const geo = (lat, lon) => `geo:${lat},${lon}?q=${lat},${lon}`;

/**
 * The columns that a sync kept of a relation, with the values that are there.
 *
 * The server writes them after those of geoq. A script has names that are whole numbers before all others, whatever
 * their order in the JSON; geoq has none of them.
 */
function keptColumns(properties) {
    const all = Object.entries(properties);
    const last = all.findIndex(([name]) => name === "source_id");
    return all.filter(([name, value], index) => value !== null && (index > last || /^\d+$/.test(name)));
}

/** The details of a feature, filled in when the server has told them. */
export function details(page, { id, layer, lat, lon }) {
    const facts = make("p", { class: "facts", text: "…" });
    const box = make("div", { class: "details" }, facts, actions(page, layer, lat, lon));
    page.json(`/collections/${layer}/items/${id}`).then(({ properties, geometry }) => {
        const { name, common_name: common, scientific_name: scientific, locality, count, time, place, license, source } = properties;
        facts.replaceChildren(joined([
            common && scientific, dayText(properties), time && plain(time).slice(0, 5), count && `${counted(count, "bird")} seen`,
            place !== name && place, locality, source, license,
        ]));
        // What else there is comes when it comes; without it the rest stays as it is.
        const [east, north] = geometry.coordinates;
        const more = layer === "hotspots" ? showPresence(page, facts, { id, lat: north, lon: east }) : page.photos.follow(facts, id, named(common ?? scientific ?? name), east);
        more.catch(() => {});
        const kept = keptColumns(properties);
        if (kept.length > 0) {
            facts.after(make("dl", { class: "kept" }, ...kept.flatMap(([key, value]) => [make("dt", { text: key }), make("dd", { text: String(value) })])));
        }
        if (!isObscured(properties)) return;
        const size = properties.uncertainty_m ? `it may lie ${lengthText(properties.uncertainty_m, page.question().unit)} from here` : "it is not exact";
        const what = properties.withheld ? "obscured" : "uncertain";
        facts.after(make("p", { class: "obscured", text: `The place is ${what}: ${size}. ${properties.withheld ?? ""}` }));
    }, (error) => { facts.textContent = error.message; });
    return box;
}

function actions(page, layer, lat, lon) {
    const row = make("p", { class: "actions" });
    const add = (text, act) => {
        const button = make("button", { type: "button", text });
        button.addEventListener("click", act);
        row.append(button);
    };
    add("Search around here", () => page.goTo({ lat, lon }));
    if (layer === "hotspots" && page.holds("observations")) {
        add("Sightings here", () => page.goTo({ lat, lon, layer: "observations", radius: 1, unit: "km", species: "", since: "", until: "" }));
    }
    row.append(make("a", { href: geo(lat, lon), text: "Directions", title: "Opens a map of this device, if it has one" }));
    return row;
}
