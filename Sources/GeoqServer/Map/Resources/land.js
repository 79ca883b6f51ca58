// The land for a closer look, as data/make.py writes it.

const unit = 0.002;

/** The rings of the land: the points of each as latitude and longitude, and its extent. */
export function rings(bytes) {
    let at = 0;
    const number = () => {
        let [value, scale] = [0, 1];
        for (;;) {
            // A file that was cut short ends here, and not never.
            if (at >= bytes.length) throw new RangeError("the land is cut short");
            const byte = bytes[at++];
            value += (byte & 0x7f) * scale;
            if (byte < 0x80) return value;
            scale *= 128;
        }
    };
    const difference = () => {
        const value = number();
        return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    let [x, y] = [0, 0];
    return Array.from({ length: number() }, () => {
        let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
        const points = Array.from({ length: number() }, () => {
            x += difference();
            y += difference();
            [west, east] = [Math.min(west, x), Math.max(east, x)];
            [south, north] = [Math.min(south, y), Math.max(north, y)];
            return [y * unit, x * unit];
        });
        return { points, extent: { west: west * unit, south: south * unit, east: east * unit, north: north * unit } };
    });
}
