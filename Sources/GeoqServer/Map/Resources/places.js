// Areas and routes as they are drawn by hand: positions of [latitude, longitude],
// what they are called in the address and in requests, and how they look.

/** So many positions fit into an address and a request. */
export const mostPositions = 250;

/** A number in an address; a script writes small ones as 1e-7. */
export const number = String.raw`-?\d+(?:\.\d+)?(?:e-\d+)?`;

const position = new RegExp(`^(${number}),(${number})$`);

/** The positions of a text: lat,lon;lat,lon;… Null when it is none. */
export function positions(text) {
    const line = text.split(";").map((part) => position.exec(part)?.slice(1).map(Number));
    const isFine = line.length <= mostPositions && line.every((place) => place && Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180);
    return isFine ? line : null;
}

/** The same positions as a text. */
export const lineText = (line) => line.map(([lat, lon]) => `${lat},${lon}`).join(";");

/** The polygon around positions as WKT: longitude first, and closed. */
export const polygonText = (line) => `POLYGON((${[...line, line[0]].map(([lat, lon]) => `${lon} ${lat}`).join(",")}))`;

/** Positions whose longitudes go on beyond ±180 instead of jumping, the first one near the view. */
export function unrolledPlaces(line, nearView) {
    let last = null;
    return line.map(([lat, lon]) => {
        last = last === null ? nearView(lon) : lon + 360 * Math.round((last - lon) / 360);
        return [lat, last];
    });
}

/** A closed ring of an area in the same way; one that runs round a pole reaches to the map's edge there. */
export function unrolledRing(ring, pole, nearView) {
    let last = nearView(ring[0][1]);
    const corners = ring.slice(1);
    // Between two edges on the meridian ±180 it is a whole parallel.
    const isParallel = (index) => corners.at(index - 1)[0] === corners[index][0]
        && corners.at(index - 2)[1] === corners.at(index - 1)[1] && corners[(index + 1) % corners.length][1] === corners[index][1];
    const line = [[ring[0][0], last]];
    corners.forEach(([lat, lon], index) => {
        const step = lon - ring[index][1];
        const isDrawn = Math.abs(step) <= 180 || (Math.abs(step) === 360 && isParallel(index));
        last += isDrawn ? step : step - 360 * Math.sign(step);
        line.push([lat, last]);
    });
    const first = line[0][1];
    if (Math.abs(last - first) < 180) return line;
    const isNorth = pole ? pole === "north" : ring.some(([lat]) => lat === 90);
    return [...line, [isNorth ? 90 : -90, last], [isNorth ? 90 : -90, first]];
}

/** How many pixels a length is at a latitude and zoom: a drawing, and no measurement. */
export const pixels = (meters, lat, zoom) => (meters * 2 ** zoom) / (156543.03 * Math.max(0.05, Math.cos((lat * Math.PI) / 180)));

/** A line with its corridor as wide as it is at the present zoom. */
export function routeShapes(line, meters, map, style) {
    const weight = Math.min(3000, 2 * pixels(meters, line[0][0], map.getZoom()));
    return [
        L.polyline(line, { ...style, weight, opacity: 0.13, lineCap: "round", dashArray: null, className: `${style.className} corridor` }),
        L.polyline(line, { ...style, weight: 3 }),
    ];
}
