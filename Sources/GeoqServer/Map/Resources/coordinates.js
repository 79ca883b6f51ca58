// Coordinates as people write them: 42.44, 42,44, −76.5, 42°26′24″ N, N 42 26.4.

/**
 * The degrees of a text; null when it is no angle of this axis.
 *
 * A number with minutes is whole, and minutes and seconds are less than 60. A
 * letter and a sign together are refused, for one of them would be wrong.
 */
function angle(text, [positive, negative], most) {
    const parts = new RegExp(
        "^([NSEW])?\\s*([+-])?\\s*(\\d{1,3}(?:[.,]\\d+)?)(?:°|\\s|$|(?=[NSEW]))\\s*"
        + "(?:(\\d{1,2}(?:[.,]\\d+)?)(?:'|\\s|$|(?=[NSEW]))\\s*(?:(\\d{1,2}(?:[.,]\\d+)?)(?:\"|\\s|$|(?=[NSEW]))\\s*)?)?([NSEW])?$", "i",
    ).exec(text.trim());
    if (!parts) return null;
    const [, before, sign, , , , after] = parts;
    const [degrees, minutes, seconds] = parts.slice(3, 6).map((part) => part && Number(part.replace(",", ".")));
    const letter = (before ?? after)?.toUpperCase();
    if ((before && after) || (letter && sign) || (letter && letter !== positive && letter !== negative)) return null;
    if ((minutes !== undefined && !Number.isInteger(degrees)) || (seconds !== undefined && !Number.isInteger(minutes))) return null;
    if (minutes >= 60 || seconds >= 60) return null;
    const size = degrees + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600;
    if (size > most) return null;
    const value = sign === "-" || letter === negative ? -size : size;
    return Number(value.toFixed(7)) + 0;
}

/** With one sign for each thing that is written in several ways. */
const simplified = (text) =>
    text.trim().replace(/[−–]/g, "-").replace(/[’′]/g, "'").replace(/''|[”″]/g, '"').replace(/º/g, "°");

export const latitude = (text) => angle(simplified(text), ["N", "S"], 90);
export const longitude = (text) => angle(simplified(text), ["E", "W"], 180);

/** The place that a text of two angles names, latitude first; null when it names none. */
export function place(text) {
    const whole = simplified(text).replace(/^geo:/i, "").replace(/^\(|\)$/g, "");
    const splits = [
        /^([^;]+);([^;]+)$/, /^(.*[NS])[\s,]*(.*[EW])$/i, /^([NS].*?)[\s,]+([EW].*)$/i, /^(.+?),\s+(.+)$/, /^([^,]+),([^,]+)$/, /^(\S+)\s+(\S+)$/,
    ];
    for (const split of splits) {
        const halves = split.exec(whole);
        if (!halves) continue;
        const [lat, lon] = [latitude(halves[1]), longitude(halves[2])];
        if (lat !== null && lon !== null) return { lat, lon };
    }
    return null;
}

/** A place with the letters of its halves. */
export const placeText = (lat, lon) =>
    `${Math.abs(lat)}° ${lat < 0 ? "south" : "north"}, ${Math.abs(lon)}° ${lon < 0 ? "west" : "east"}`;
