// Which birds are to be expected at a hotspot, by week of the year, beside what was seen.

import { countText, counted, make, named } from "./text.js";

/** The weeks of a year, and so many birds are shown before one asks for all. */
const [weeks, few] = [53, 5];
/** The chart in units of its own: a week is two wide. */
const [wide, high] = [weeks * 2, 20];
/** Months and the week in which each begins, of a year that begins on a Monday. */
const months = [["Jan", 1], ["Apr", 14], ["Jul", 27], ["Oct", 40]];

function shape(tag, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

/** The records by bird, in their order. */
function birdsOf(records) {
    const birds = new Map();
    for (const record of records) {
        const key = [record.bird_id, record.scientific_name, record.common_name].join("\n");
        if (!birds.has(key)) birds.set(key, []);
        birds.get(key).push(record);
    }
    return [...birds.values()];
}

const percent = (likelihood) => (likelihood > 0 && likelihood < 0.01 ? "< 1 %" : `${Math.round(likelihood * 100)} %`);

/** The likeliest week; null for a bird that is not to be expected. */
function peakOf(records) {
    const known = records.filter(({ likelihood }) => likelihood !== null);
    return known.reduce((best, record) => (!best || record.likelihood > best.likelihood ? record : best), null);
}

/** A bar for each week, and a dot below each in which it was seen. */
function chart(records, words) {
    const svg = shape("svg", { viewBox: `0 0 ${wide} ${high + 5}`, preserveAspectRatio: "none", role: "img", "aria-label": words });
    svg.append(shape("line", { x1: 0, x2: wide, y1: high + 0.5, y2: high + 0.5, class: "axis" }));
    for (const { week, likelihood, observations } of records) {
        const x = (week - 1) * 2;
        const height = Math.max(likelihood > 0 ? 1 : 0, Math.min(1, likelihood ?? 0) * high);
        if (height) svg.append(shape("rect", { x: x + 0.15, y: high - height, width: 1.7, height }));
        if (observations) svg.append(shape("rect", { x, y: high + 1.6, width: 2, height: 3, class: "seen" }));
    }
    return svg;
}

function row(records) {
    const [{ common_name: common, scientific_name: scientific }] = records;
    const [name, peak] = [named(common ?? scientific, "A bird without a name"), peakOf(records)];
    const seen = records.reduce((sum, { observations }) => sum + observations, 0);
    const most = peak ? `${percent(peak.likelihood)} in week ${peak.week}` : "";
    const own = seen ? `seen ${seen === 1 ? "once" : `${countText(seen)} times`}` : "";
    const words = [most, own].filter(Boolean).join(" · ");
    return make("li", {}, make("bdi", { text: name }), make("small", { text: words }), chart(records, `${name}: ${words.replaceAll("·", ",")}`));
}

/**
 * The chart of a hotspot, put behind an element as soon as it is known.
 *
 * Where the hotspot itself has no presence, the nearest one that has is named.
 */
export async function showPresence(page, element, { id, lat, lon }) {
    const { hotspots: [hotspot], presence } = await page.json(`/presence?${new URLSearchParams({ lat, lon, hotspot: id })}`);
    if (!hotspot) return;
    const birds = birdsOf(presence);
    const list = make("ol", {}, ...birds.slice(0, few).map(row));
    const axis = make("p", { class: "months", "aria-hidden": "true" });
    for (const [month, week] of months) {
        const label = make("span", { text: month });
        label.style.left = `${((week - 1) / weeks) * 100}%`;
        axis.append(label);
    }
    const where = hotspot.id === id ? "To be expected here" : `To be expected at ${named(hotspot.name)}`;
    const box = make("section", { class: "presence" }, make("h3", { text: where }), list, axis);
    if (birds.length > few) {
        const all = make("button", { type: "button", text: `All ${counted(birds.length, "bird")}` });
        all.addEventListener("click", () => {
            list.append(...birds.slice(few).map(row));
            all.remove();
        });
        box.append(make("p", { class: "actions" }, all));
    }
    element.after(box);
}
