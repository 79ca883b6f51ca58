// What is asked, as a value: read from and written to the address, the command
// and the request.

import { lineText, number, polygonText, positions } from "./places.js";

export const lengths = { km: 1000, mi: 1609.344, nmi: 1852 };

/** The largest radius that the server takes, in meters. */
const largest = 1e8;

/** The radius of a text in a unit; what to write instead when there is none. */
export function radius(text, unit) {
    const written = text.trim();
    // It is a thousand for some, and one for others.
    if (/^[1-9]\d{0,2}(,\d{3})+$/.test(written)) {
        const whole = written.replaceAll(",", "");
        const decimal = written.replace(",", ".").replace(/0{1,2}$/, "");
        return { wrong: decimal.includes(",") ? `Write ${whole}.` : `Write ${whole} or ${decimal}.` };
    }
    if (!/^(\d+([.,]\d*)?|[.,]\d+)$/.test(written)) return { wrong: "Write a number, such as 25 or 2.5." };
    const value = Number(written.replace(",", "."));
    return value * lengths[unit] <= largest ? { value } : { wrong: `Write ${Math.floor(largest / lengths[unit])} or less.` };
}

export const standard = { lat: 42.44, lon: -76.5, radius: 25, unit: "km", layer: "hotspots", species: "", since: "", until: "", list: "",
    // A circle around the center; or an area, or a route as wide as the radius, whose positions are the line.
    // Then the center is their middle, and only tells which watchlists are near. An area with a name is the
    // server's own: its line is empty, and its rings are drawn.
    shape: "circle", line: [], name: "" };

/** The question that an address holds; what is missing or wrong is left to the standard. */
export function fromHash(hash, otherwise = standard) {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const question = { ...otherwise };
    const place = new RegExp(`^(${number}),(${number})$`).exec(given.get("at") ?? "");
    if (place && Math.abs(place[1]) <= 90 && Math.abs(place[2]) <= 180) {
        [question.lat, question.lon] = [Number(place[1]), Number(place[2])];
    }
    const within = /^(\d+(?:\.\d+)?)(km|mi|nmi)$/.exec(given.get("within") ?? "");
    if (within && within[1] * lengths[within[2]] <= largest) [question.radius, question.unit] = [Number(within[1]), within[2]];
    if (["hotspots", "observations"].includes(given.get("layer"))) question.layer = given.get("layer");
    question.species = (given.get("species") ?? "").slice(0, 200);
    for (const end of ["since", "until"]) {
        const day = given.get(end) ?? "";
        question[end] = /^\d{4}-\d\d-\d\d$/.test(day) ? day : "";
    }
    for (const [shape, name, least] of [["area", "inside", 3], ["route", "along", 2]]) {
        const line = positions(given.get(name) ?? "");
        if (line && line.length >= least) [question.shape, question.line] = [shape, line];
    }
    const name = (given.get("area") ?? "").slice(0, 200);
    if (name) [question.shape, question.line, question.name] = ["area", [], name];
    const list = given.get("list") ?? "";
    question.list = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(list) ? list : "";
    const view = new RegExp(`^(\\d+(?:\\.\\d+)?)/(${number})/(${number})$`).exec(given.get("map") ?? "");
    const isThere = view && Math.abs(view[2]) <= 90 && Math.abs(view[3]) <= 180;
    question.view = isThere ? { zoom: Number(view[1]), lat: Number(view[2]), lon: Number(view[3]) } : null;
    return question;
}

/** The part of the address that holds the question. */
export function toHash(question) {
    const parts = [`at=${question.lat},${question.lon}`, `within=${question.radius}${question.unit}`, `layer=${question.layer}`];
    for (const name of conditions(question)) parts.push(`${name}=${encodeURIComponent(question[name])}`);
    if (question.shape === "area" && question.name) parts.push(`area=${encodeURIComponent(question.name)}`);
    else if (question.shape === "area") parts.push(`inside=${lineText(question.line)}`);
    if (question.shape === "route") parts.push(`along=${lineText(question.line)}`);
    if (question.list) parts.push(`list=${question.list}`);
    if (question.view) parts.push(`map=${question.view.zoom}/${question.view.lat}/${question.view.lon}`);
    return "#" + parts.join("&");
}

/** The conditions that are set; hotspots have none. */
export function conditions(question) {
    return question.layer === "observations" ? ["species", "since", "until"].filter((name) => question[name]) : [];
}

export function meters(question) {
    return question.radius * lengths[question.unit];
}

/** The area of a question as requests and commands have it: its name, or its polygon. */
export const areaText = (question) => question.name || polygonText(question.line);

/** The parameters of a request around the center, inside the area, or along the route. */
export function parameters(question, more = {}) {
    const within = `${question.radius}${question.unit}`;
    const list = new URLSearchParams(
        question.shape === "area" ? { area: areaText(question) }
        : question.shape === "route" ? { route: lineText(question.line), within }
        : { lat: question.lat, lon: question.lon, within });
    for (const [name, value] of Object.entries(more)) list.set(name, value);
    return list;
}

/** What a hit of a layer says besides its name and where it is. */
const columns = { hotspots: null, observations: "date,date_precision,count,place,uncertainty_m,withheld" };

/** The path of the request that answers the question with what the list shows. */
export function listed(question, more = {}) {
    const fields = columns[question.layer];
    return request(question, fields ? { fields, ...more } : more);
}

/** The path of the request that answers the question. */
export function request(question, more = {}) {
    const list = parameters(question, { layer: question.layer });
    for (const name of conditions(question)) list.set(name, question[name]);
    for (const [name, value] of Object.entries(more)) list.set(name, value);
    return `${path(question)}?${list}`;
}

/** Which request it is. */
export const path = (question) => (question.shape === "route" ? "/along" : "/near");

/** The command that answers it. */
export function command(question) {
    const quoted = (text) => (/^[\w.,:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
    const words = question.shape === "route" ? [`geoq along ${quoted(lineText(question.line))}`, `--within ${question.radius}${question.unit}`]
        : question.shape === "area" ? [`geoq near --area ${quoted(areaText(question))}`]
        : ["geoq near", `--lat ${question.lat}`, `--lon ${question.lon}`, `--within ${question.radius}${question.unit}`];
    if (question.layer !== "hotspots") words.push(`--layer ${question.layer}`);
    for (const name of conditions(question)) words.push(`--${name} ${quoted(question[name])}`);
    return words.join(" ");
}
