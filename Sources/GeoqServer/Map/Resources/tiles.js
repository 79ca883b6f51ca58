// Vector tiles of points and of areas (Mapbox Vector Tile 2.1) as layers of Leaflet's.

/** Reads the fields of a protocol buffer's message. */
class Fields {
    constructor(bytes, start = 0, end = bytes.length) {
        [this.bytes, this.at, this.end] = [bytes, start, end];
    }
    varint() {
        let [value, scale] = [0, 1];
        for (;;) {
            // What is no tile ends here, and not never.
            if (this.at >= this.end) throw new RangeError("A tile is cut short.");
            const byte = this.bytes[this.at++];
            value += (byte & 0x7f) * scale;
            if (byte < 0x80) return value;
            scale *= 128;
        }
    }
    /** Calls `take(number, value)` for each: numbers as numbers, the rest as `Fields`. */
    each(take) {
        while (this.at < this.end) {
            const key = this.varint();
            if ((key & 7) === 0) {
                take(key >> 3, this.varint());
            } else if ((key & 7) === 2) {
                const length = this.varint();
                const end = this.at + length;
                if (end > this.end) throw new RangeError("A tile is cut short.");
                take(key >> 3, new Fields(this.bytes, this.at, end));
                this.at = end;
            } else {
                throw new Error("A tile has a field of another kind.");
            }
        }
    }
    text() {
        return new TextDecoder().decode(this.bytes.subarray(this.at, this.end));
    }
}

const unZigZag = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/** The points of a tile: x and y from 0 to 1, and their attributes; areas have `rings` of such places. */
function decode(bytes) {
    const points = [];
    new Fields(bytes).each((number, layer) => {
        if (number !== 3) return;
        let extent = 4096;
        const [features, keys, values] = [[], [], []];
        layer.each((field, value) => {
            if (field === 2) features.push(value);
            if (field === 3) keys.push(value.text());
            if (field === 4) value.each((kind, content) => values.push(kind === 1 ? content.text() : content));
            if (field === 5) extent = value;
        });
        for (const feature of features) {
            const point = {};
            feature.each((field, value) => {
                if (field === 2) while (value.at < value.end) point[keys[value.varint()]] = values[value.varint()];
                if (field === 3) point.type = value;
                if (field === 4) point.geometry = value;
            });
            const { type, geometry, ...attributes } = point;
            const rings = lines(geometry, extent);
            points.push(type === 3 ? { ...attributes, rings } : { ...attributes, x: rings[0][0][0], y: rings[0][0][1] });
        }
    });
    return points;
}

/** The ways of a geometry (section 4.3): each begins where the pen is moved without a line. */
function lines(geometry, extent) {
    const ways = [];
    let [x, y] = [0, 0];
    while (geometry.at < geometry.end) {
        const command = geometry.varint();
        if ((command & 7) === 7) continue; // ClosePath
        for (let left = command >> 3; left > 0; left--) {
            [x, y] = [x + unZigZag(geometry.varint()), y + unZigZag(geometry.varint())];
            if ((command & 7) === 1) ways.push([]);
            ways.at(-1).push([x / extent, y / extent]);
        }
    }
    return ways;
}

const margin = 24;

/** How large a point is drawn, in pixels. */
function size(point, zoom) {
    if (point.count) return 9.5 + Math.min(8.5, 1.9 * Math.log10(point.count));
    return zoom < 4 ? 2 : zoom < 8 ? 3 : 4.2;
}

function short(count) {
    if (count < 1000) return String(count);
    return count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
}

/** Colors of the style sheet, looked up once: each look may lay out the page anew. */
let colors = null;
function readColors() {
    if (!colors) {
        const style = getComputedStyle(document.documentElement);
        colors = ["--point", "--cluster", "--cluster-ink", "--point-edge"].map((name) => style.getPropertyValue(name).trim());
    }
    return colors;
}

/** Draws a tile's points; the canvas is larger than the tile, so that none is cut at its edge. */
function draw(canvas, points, zoom, edge) {
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.height = (edge + 2 * margin) * scale;
    canvas.style.width = canvas.style.height = `${edge + 2 * margin}px`;
    canvas.style.margin = `${-margin}px 0 0 ${-margin}px`;
    const [fill, cluster, ink, rim] = readColors();
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.translate(margin, margin);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = zoom < 5 ? 0.5 : 1.2;
    for (const point of [...points].sort((a, b) => (a.count ?? 0) - (b.count ?? 0))) {
        const [x, y, radius] = [point.x * edge, point.y * edge, size(point, zoom)];
        pen.beginPath();
        pen.arc(x, y, radius, 0, 2 * Math.PI);
        pen.fillStyle = point.count ? cluster : fill;
        pen.fill();
        pen.strokeStyle = rim;
        pen.stroke();
        if (point.count) {
            pen.fillStyle = ink;
            pen.font = "600 11px system-ui, sans-serif";
            pen.fillText(short(point.count), x, y + 0.5);
        }
    }
}

/**
 * What both layers are made of. `load(z, x, y)` gives a tile's bytes, and the
 * layer's `fill(canvas, coords, shapes)` draws what they hold.
 */
const tiled = (load, options) => ({
    options: { className: "tile", keepBuffer: 1, updateWhenZooming: false, maxZoom: 22, ...options },
    createTile(coords, done) {
        const canvas = document.createElement("canvas");
        canvas.setAttribute("aria-hidden", "true");
        load(coords.z, coords.x, coords.y).then((bytes) => this.fill(canvas, coords, decode(bytes))).then(() => done(null, canvas), (error) => {
            this.hasGaps = true;
            done(error, canvas);
        });
        return canvas;
    },
    /** Asks anew, when tiles are missing because the server did not give them. */
    fillGaps() {
        if (!this.hasGaps) return;
        this.hasGaps = false;
        this.redraw();
    },
});

/** A layer of points. */
export function pointLayer(load, options = {}) {
    const Layer = L.GridLayer.extend({
        ...tiled(load, options),
        fill(canvas, coords, points) {
            canvas.points = points;
            draw(canvas, points, coords.z, this.getTileSize().x);
        },
        /** GridLayer gives each tile the tile's size; ours are larger. */
        _initTile(tile) {
            L.GridLayer.prototype._initTile.call(this, tile);
            const edge = this.getTileSize().x;
            if (tile.points === undefined) tile.style.width = tile.style.height = `${edge}px`;
        },
        redrawColors() {
            colors = null;
            for (const { el, coords } of Object.values(this._tiles)) {
                if (el.points) draw(el, el.points, coords.z, this.getTileSize().x);
            }
        },
        /** The point at a place of the container, with its coordinate; null when none is near. */
        pointAt(at) {
            const edge = this.getTileSize().x;
            let best = null;
            for (const { el, coords, current } of Object.values(this._tiles)) {
                if (!current || !el.points) continue;
                const corner = this._map.latLngToContainerPoint(this._map.unproject(coords.scaleBy(this.getTileSize()), coords.z));
                for (const point of el.points) {
                    const [x, y] = [corner.x + point.x * edge, corner.y + point.y * edge];
                    const distance = Math.hypot(x - at.x, y - at.y) - size(point, coords.z);
                    if (distance < 6 && (!best || distance < best.distance)) {
                        best = { ...point, distance, latlng: this._map.containerPointToLatLng([x, y]) };
                    }
                }
            }
            return best;
        },
    });
    return new Layer();
}

/** Draws a tile's areas: a line around each, and a light color inside. */
function drawAreas(canvas, areas, edge, color) {
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.height = edge * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.strokeStyle = pen.fillStyle = color;
    pen.lineWidth = 1.5;
    pen.lineJoin = "round";
    for (const { rings } of areas) {
        pen.beginPath();
        for (const ring of rings) {
            ring.forEach(([x, y], number) => (number ? pen.lineTo(x * edge, y * edge) : pen.moveTo(x * edge, y * edge)));
            pen.closePath();
        }
        pen.globalAlpha = 0.06;
        pen.fill("evenodd");
        pen.globalAlpha = 0.7;
        pen.stroke();
    }
}

/** A layer of areas, which are only looked at. `color` gives the color of the style sheet. */
export function areaLayer(load, color, options = {}) {
    const Layer = L.GridLayer.extend({
        ...tiled(load, options),
        fill(canvas, coords, areas) {
            [canvas.points, canvas.areas] = [[], areas];
            drawAreas(canvas, areas, this.getTileSize().x, color());
        },
        redrawColors() {
            for (const { el } of Object.values(this._tiles)) {
                if (el.areas) drawAreas(el, el.areas, this.getTileSize().x, color());
            }
        },
    });
    return new Layer();
}
