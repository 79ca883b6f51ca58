// A circle on the ellipsoid as shapes that Leaflet can draw: the server gives
// the points of its line, here they are only unrolled.

/** Longitudes that go on beyond ±180 instead of jumping. */
function unrolled(coordinates, turn) {
    let last = null;
    return coordinates.map(([lon, lat]) => {
        let value = lon + turn;
        if (last !== null) value += 360 * Math.round((last - value) / 360);
        last = value;
        return [lat, value];
    });
}

/**
 * The line of a circle, and the area inside.
 *
 * A circle that holds a pole is a line around the Earth: its area goes on to
 * the map's edge. One that holds both is everything but what its line rounds.
 */
export function circleShapes(feature, turn) {
    const line = unrolled(feature.geometry.coordinates, turn);
    const { holds_north_pole: north, holds_south_pole: south } = feature.properties;
    if (north && south) {
        const around = [[-89.9, -900], [89.9, -900], [89.9, 900], [-89.9, 900]];
        return { line, area: [around, line] };
    }
    if (!north && !south) return { line, area: [line] };
    const pole = north ? 89.9 : -89.9;
    const [first, last] = [line[0], line.at(-1)];
    return { line, area: [[...line, [pole, last[1]], [pole, first[1]]]] };
}

/** A length on the sphere, for dragging: what is asked has three digits. */
export function roughDistance(lat1, lon1, lat2, lon2) {
    const radians = Math.PI / 180;
    const [a, b] = [lat1 * radians, lat2 * radians];
    const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(((lon2 - lon1) * radians) / 2) ** 2;
    return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(half)));
}
