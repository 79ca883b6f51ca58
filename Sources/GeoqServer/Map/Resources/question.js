// What is asked, as a value: read from and written to the address, the command
// and the request.

export const lengths = { km: 1000, mi: 1609.344, nmi: 1852 };

export const standard = { lat: 42.44, lon: -76.5, radius: 25, unit: "km", layer: "hotspots", species: "", since: "", until: "", list: "" };

/** The question that an address holds; what is missing or wrong is left to the standard. */
export function fromHash(hash, otherwise = standard) {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const question = { ...otherwise };
    const place = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(given.get("at") ?? "");
    if (place && Math.abs(place[1]) <= 90 && Math.abs(place[2]) <= 180) {
        [question.lat, question.lon] = [Number(place[1]), Number(place[2])];
    }
    const radius = /^(\d+(?:\.\d+)?)(km|mi|nmi)$/.exec(given.get("within") ?? "");
    if (radius && radius[1] * lengths[radius[2]] <= 1e8) [question.radius, question.unit] = [Number(radius[1]), radius[2]];
    if (["hotspots", "observations"].includes(given.get("layer"))) question.layer = given.get("layer");
    question.species = (given.get("species") ?? "").slice(0, 200);
    for (const end of ["since", "until"]) {
        const day = given.get(end) ?? "";
        question[end] = /^\d{4}-\d\d-\d\d$/.test(day) ? day : "";
    }
    const list = given.get("list") ?? "";
    question.list = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(list) ? list : "";
    const view = /^(\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/.exec(given.get("map") ?? "");
    question.view = view ? { zoom: Number(view[1]), lat: Number(view[2]), lon: Number(view[3]) } : null;
    return question;
}

/** The part of the address that holds the question. */
export function toHash(question) {
    const parts = [`at=${question.lat},${question.lon}`, `within=${question.radius}${question.unit}`, `layer=${question.layer}`];
    for (const name of conditions(question)) parts.push(`${name}=${encodeURIComponent(question[name])}`);
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

/** The parameters of a request around the center. */
export function parameters(question, more = {}) {
    const list = new URLSearchParams({ lat: question.lat, lon: question.lon, within: `${question.radius}${question.unit}` });
    for (const [name, value] of Object.entries(more)) list.set(name, value);
    return list;
}

/** The path of the request that answers the question. */
export function request(question, more = {}) {
    const list = parameters(question, { layer: question.layer });
    for (const name of conditions(question)) list.set(name, question[name]);
    for (const [name, value] of Object.entries(more)) list.set(name, value);
    return `/near?${list}`;
}

/** The command that answers it. */
export function command(question) {
    const quoted = (text) => (/^[\w.,:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
    const words = ["geoq near", `--lat ${question.lat}`, `--lon ${question.lon}`, `--within ${question.radius}${question.unit}`];
    if (question.layer !== "hotspots") words.push(`--layer ${question.layer}`);
    for (const name of conditions(question)) words.push(`--${name} ${quoted(question[name])}`);
    return words.join(" ");
}

/** A number with no more digits than a person can use. */
export function rounded(value, digits) {
    return Number(value.toFixed(digits));
}

/** A length in a unit, with three digits. */
export function lengthText(value, unit) {
    if (unit === "km" && value < 1000) return `${value < 10 ? value.toFixed(1) : Math.round(value)} m`;
    const number = value / lengths[unit];
    return `${number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0)} ${unit}`;
}

export function bearingText(degrees) {
    const points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    const whole = Math.round(degrees) % 360;
    return `${points[Math.floor((whole * 2 + 45) / 90) % 8]} ${whole}°`;
}

/** A count with commas. Intl does that, too, but takes fifty milliseconds to begin. */
export const countText = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count in a few characters: 12,345, 235K, 1.2M. */
export function shortCount(count) {
    if (count < 100_000) return countText(count);
    if (count < 999_500) return `${Math.round(count / 1000)}K`;
    return `${count < 9_950_000 ? Math.round(count / 1e5) / 10 : countText(Math.round(count / 1e6))}M`;
}
