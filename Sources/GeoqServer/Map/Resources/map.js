// The page: a question on the left, its answer on the map and in a list.

import { bearingText, command, conditions, countText, fromHash, lengthText, lengths, meters, parameters, request, rounded, shortCount, standard, toHash } from "./question.js";
import { circleShapes, roughDistance } from "./circle.js";
import { pointLayer } from "./tiles.js";
import { listen } from "./events.js";
import { News } from "./news.js";
import { Watchlists } from "./watchlists.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
/** Colors of the style sheet, looked up once: each look may lay out the page anew. */
const colors = new Map();
const color = (name) => {
    if (!colors.has(name)) colors.set(name, getComputedStyle(root).getPropertyValue(name).trim());
    return colors.get(name);
};
const page = 50;
/** Notes when something was drawn, for whoever measures the page. */
const drew = (what) => requestAnimationFrame(() => performance.mark(what));

let question = fromHash(location.hash);
/** Whether the address asks about a place, when the page is opened. */
const isAsked = new URLSearchParams(location.hash.slice(1)).has("at");
let snapshot = null;
let shown = page;
let answers = new AbortController();

// --- asking ---------------------------------------------------------------

let token = sessionStorage.getItem("geoq-token");

/** Asks the server; with the token, once someone gave it. */
async function ask(path, signal, headers = {}) {
    const response = await fetch(path, { signal, headers: token ? { ...headers, Authorization: `Bearer ${token}` } : headers });
    if (response.status === 401 && root.dataset.needsToken === "yes") {
        await askForToken(token);
        return ask(path, signal, headers);
    }
    if (!response.ok) {
        const problem = await response.json().catch(() => null);
        throw new Error(problem?.detail ?? `The server answers ${response.status}.`);
    }
    return response;
}

let waiting = null;
function askForToken(wrong) {
    if (wrong !== token) return Promise.resolve();
    waiting ??= new Promise((done) => {
        const dialog = byId("ask-token");
        dialog.addEventListener("close", () => {
            token = byId("token").value.trim();
            sessionStorage.setItem("geoq-token", token);
            waiting = null;
            done();
        }, { once: true });
        dialog.showModal();
    });
    return waiting;
}

/** Asks what the store has. */
const readStore = async () => (await ask("/map/state")).json();
/** The first time, before anything is drawn. */
const first = readStore();
first.catch(() => {});

// --- the map --------------------------------------------------------------

const map = L.map("map", { zoomControl: false, worldCopyJump: false, minZoom: 1, maxZoom: 18, zoomSnap: 0.5, keyboardPanDelta: 120 });
// Leaflet rounds to whole pixels, which makes polygons of circles.
map.latLngToLayerPoint = (latlng) => map.project(latlng)._subtract(map.getPixelOrigin());
L.control.zoom({ position: "topright" }).addTo(map);
L.control.scale({ position: "bottomright" }).addTo(map);
map.attributionControl.setPrefix(false);
map.createPane("land").style.zIndex = 150;
map.createPane("points").style.zIndex = 350;
map.createPane("circles").style.zIndex = 360;

const land = L.layerGroup().addTo(map);
const landPen = L.canvas({ pane: "land", padding: 0.3 });

/** Each with its extent, and the turns of the Earth by which it was added. */
let countries = [];

async function showLand() {
    const { features } = await (await fetch("/assets/countries.json")).json();
    countries = features.map((feature) => ({ feature, extent: extent(feature.geometry), turns: new Set() }));
    addLand();
    drew("land");
}

function extent({ type, coordinates }) {
    let [west, south, east, north] = [180, 90, -180, -90];
    for (const [lon, lat] of coordinates.flat(type === "Polygon" ? 1 : 2)) {
        [west, east] = [Math.min(west, lon), Math.max(east, lon)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
    return { west, south, east, north };
}

/** Countries, once the map comes near them, on both sides of ±180°. */
function addLand() {
    const bounds = map.getBounds().pad(0.5);
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    for (const turn of [-360, 0, 360]) {
        const near = countries.filter(({ extent, turns }) =>
            !turns.has(turn) && extent.west + turn <= east && west <= extent.east + turn && extent.south <= north && south <= extent.north);
        if (!near.length) continue;
        for (const { turns } of near) turns.add(turn);
        land.addLayer(L.geoJSON(near.map(({ feature }) => feature), {
            renderer: landPen, pane: "land", interactive: false, style: landStyle(),
            coordsToLatLng: ([lon, lat]) => L.latLng(lat, lon + turn),
        }));
    }
}
/** Lines of latitude and longitude, so that a place without borders is a map, too. */
const grid = L.layerGroup().addTo(map);
function showGrid() {
    const bounds = map.getBounds().pad(0.1);
    const step = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01].find((degrees) => degrees * 256 * 2 ** map.getZoom() / 360 < 160) ?? 0.01;
    const style = { renderer: landPen, pane: "land", interactive: false, color: color("--border"), weight: 0.6, opacity: 0.5, smoothFactor: 0 };
    grid.clearLayers();
    const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
    for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
        grid.addLayer(L.polyline([[lat, bounds.getWest()], [lat, bounds.getEast()]], style));
    }
    for (let lon = Math.ceil(bounds.getWest() / step) * step; lon <= bounds.getEast(); lon += step) {
        grid.addLayer(L.polyline([[south, lon], [north, lon]], style));
    }
}
const landStyle = () => ({ fillColor: color("--land"), fillOpacity: 1, color: color("--border"), weight: 0.8 });

let points = null;
function showPoints() {
    points?.remove();
    const [layer, version] = [question.layer, snapshot];
    points = pointLayer(async (z, x, y) => {
        const response = await ask(`/tiles/${layer}/${z}/${x}/${y}.mvt?v=${version}`);
        return new Uint8Array(await response.arrayBuffer());
    }, { pane: "points" }).on("load", () => drew("points")).addTo(map);
}

const circle = L.layerGroup().addTo(map);
const found = L.layerGroup().addTo(map);
const center = handle("Center. Arrow keys move it.", "handle", 20);
const edge = handle("Edge of the circle. Left and right arrow keys change the radius.", "handle edge", 16);

function handle(label, className, size) {
    const icon = L.divIcon({ className, iconSize: [size, size] });
    return L.marker([0, 0], { icon, draggable: true, keyboard: true, title: label, alt: label, autoPan: false });
}

/** The copy of a longitude that lies nearest to what the map shows. */
function nearView(lon) {
    return lon + 360 * Math.round((map.getCenter().lng - lon) / 360);
}

/** Where the center was drawn last. */
let drawnAt = null;

/** Puts the center at a place that was clicked, dragged to or found. */
function moveTo(latlng, digits = 5) {
    const place = latlng.wrap ? latlng.wrap() : latlng;
    change({ lat: rounded(Math.max(-90, Math.min(90, place.lat)), digits), lon: rounded(place.lng, digits) });
}

center.on("drag", (event) => moveTo(event.target.getLatLng(), map.getZoom() > 11 ? 5 : 3));
edge.on("drag", (event) => {
    const to = event.target.getLatLng().wrap();
    setRadius(roughDistance(question.lat, question.lon, to.lat, to.lng));
});
edge.on("dragend", () => update());

function setRadius(length) {
    const most = Math.min(20000e3, Math.max(100, length));
    change({ radius: Number((most / lengths[question.unit]).toPrecision(3)) });
}

for (const [marker, act] of [
    [center, (dx, dy) => moveTo(map.containerPointToLatLng(map.latLngToContainerPoint(center.getLatLng()).add([dx * 10, dy * 10])))],
    [edge, (dx, dy) => setRadius(meters(question) * (1 + (dx - dy) * 0.05))],
]) {
    marker.on("add", () => marker.getElement().addEventListener("keydown", (event) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        act(...way);
    }));
}

map.on("click", (event) => {
    const point = points?.pointAt(event.containerPoint);
    if (point?.count > 1 && map.getZoom() < map.getMaxZoom()) return map.setView(point.latlng, Math.min(18, Math.floor(map.getZoom()) + 2));
    if (point?.id) return openPopup(point);
    moveTo(event.latlng);
});
map.on("moveend", () => {
    showGrid();
    addLand();
    // Another copy of the world is in the middle: what is drawn goes there, too.
    if (snapshot && nearView(question.lon) !== drawnAt) {
        showQuestion();
        schedule();
    }
    const at = map.getCenter();
    const wrapped = at.wrap();
    question.view = { zoom: map.getZoom(), lat: rounded(wrapped.lat, 4), lon: rounded(wrapped.lng, 4) };
    writeHash();
});
map.getContainer().addEventListener("keydown", (event) => {
    if (event.key === "c" && !event.ctrlKey && !event.metaKey) moveTo(map.getCenter());
});

function openPopup(point) {
    const box = document.createElement("div");
    const name = document.createElement("strong");
    name.textContent = point.name || "Without a name";
    const more = document.createElement("p");
    more.className = "quiet";
    const here = document.createElement("button");
    here.type = "button";
    here.textContent = "Search around here";
    here.addEventListener("click", () => {
        map.closePopup();
        moveTo(point.latlng);
    });
    box.append(name, more, here);
    L.popup({ autoPanPaddingTopLeft: [panelWidth() + 20, 20] }).setLatLng(point.latlng).setContent(box).openOn(map);
    describe(point.id, question.layer).then((text) => { more.textContent = text; }, () => {});
}

/** What a row says besides its name. */
async function describe(id, layer) {
    const feature = await (await ask(`/collections/${layer}/items/${id}`)).json();
    const { locality, date, count, place, source } = feature.properties;
    return [date, count ? `${count} seen` : null, place, locality, source].filter(Boolean).join(" · ");
}

// --- the question ---------------------------------------------------------

/** Changes the question, and everything that shows it. */
function change(part) {
    Object.assign(question, part);
    shown = page;
    showQuestion();
    schedule();
}

let scheduled = false;
function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
        scheduled = false;
        update();
    });
}

const sliderSteps = 1000;
const toSlider = (length) => Math.round((Math.log10(Math.min(2e7, Math.max(100, length)) / 100) / Math.log10(2e5)) * sliderSteps);
const fromSlider = (step) => 100 * 10 ** ((step / sliderSteps) * Math.log10(2e5));

function showQuestion() {
    const set = (id, value) => {
        if (document.activeElement !== byId(id)) byId(id).value = value;
    };
    set("lat", question.lat);
    set("lon", question.lon);
    set("radius", question.radius);
    byId("unit").value = question.unit;
    set("slider", toSlider(meters(question)));
    byId("slider").setAttribute("aria-valuetext", `${question.radius} ${question.unit}`);
    for (const input of document.querySelectorAll("[name=layer]")) input.checked = input.value === question.layer;
    byId("conditions").hidden = question.layer !== "observations";
    for (const name of ["species", "since", "until"]) set(name, question[name]);
    byId("command").textContent = command(question);
    if (!center._map) {
        center.addTo(map);
        edge.addTo(map);
    }
    drawnAt = nearView(question.lon);
    if (!center.dragging?._draggable?._moving) center.setLatLng([question.lat, drawnAt]);
}

/** What the address held when it was read or written last. */
let known = location.hash;

function writeHash() {
    // Someone has written another question there: it is read in a moment.
    if (location.hash !== known) return;
    history.replaceState(null, "", toHash(question));
    known = location.hash;
}

/** The watchlists, as soon as they are read. */
let lists = Promise.resolve();

/** Asks the question and shows the answer; an older one that is still under way is dropped. */
async function update() {
    writeHash();
    answers.abort();
    answers = new AbortController();
    const { signal } = answers;
    try {
        const [line, hits] = await Promise.all([
            ask(`/circle?${parameters(question, { points: 240 })}`, signal).then((response) => response.json()),
            ask(request(question, { limit: shown }), signal).then((response) => response.json()),
        ]);
        showCircle(line);
        showHits(hits);
        await lists;
        await watchlists.showMatching(signal);
        await watchlists.showMatched(signal);
    } catch (error) {
        if (error.name !== "AbortError") say(error.message, true);
    }
    if (question.layer === "observations") suggestSpecies(signal);
}

function say(text, isWrong = false) {
    byId("status").textContent = text;
    byId("status").classList.toggle("wrong", isWrong);
}

// --- the answer -----------------------------------------------------------

function showCircle(feature) {
    const shapes = circleShapes(feature, nearView(question.lon) - question.lon);
    circle.clearLayers();
    const style = { color: color("--circle"), fillColor: color("--circle"), interactive: false, className: "circle", pane: "circles" };
    for (const turn of [-360, 0, 360]) {
        const turned = (line) => line.map(([lat, lon]) => [lat, lon + turn]);
        circle.addLayer(L.polygon(shapes.area.map(turned), { ...style, stroke: false, fillOpacity: 0.09, smoothFactor: 0.2 }));
        circle.addLayer(L.polyline(turned(shapes.line), { ...style, weight: 2, smoothFactor: 0.2 }));
    }
    const east = shapes.line[Math.round(shapes.line.length / 4)];
    if (!edge.dragging?._draggable?._moving) edge.setLatLng([east[0], nearView(east[1])]);
}

function showHits(collection) {
    const list = byId("hits");
    found.clearLayers();
    const rows = collection.features.map((feature) => row(feature));
    list.replaceChildren(...rows);
    const [all, here] = [collection.numberMatched, collection.features.length];
    const what = question.layer === "hotspots" ? ["hotspot", "hotspots"] : ["sighting", "sightings"];
    const radius = `${question.radius} ${question.unit}`;
    if (all === 0) say(`No ${what[1]} within ${radius}.`);
    else say(`${countText(all)} ${what[all === 1 ? 0 : 1]} within ${radius}`);
    byId("more").hidden = here >= all;
}

const arrow = '<svg viewBox="0 0 10 10" aria-hidden="true"><path d="M5 0 9 10 5 7.5 1 10Z"/></svg>';

/**
 * A feature as an item of a list and a dot on the map, which show each other.
 * `dots` is the layer of the dots, `near` the longitude beside which they lie.
 */
function row(feature, { layer = question.layer, dots = found, near = nearView(question.lon), fill = "--hit" } = {}) {
    const { name, distance_m: distance, bearing_deg: bearing, date } = feature.properties;
    const [lon, lat] = feature.geometry.coordinates;
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hit";
    button.dataset.id = feature.id;
    button.innerHTML = `<span class="name"></span><span class="distance"></span><span class="bearing">${arrow}<span></span></span>`;
    button.querySelector(".name").textContent = name || "Without a name";
    if (date) {
        const day = document.createElement("small");
        day.textContent = ` ${date}`;
        button.querySelector(".name").append(day);
    }
    if (typeof distance === "number") {
        button.querySelector(".distance").textContent = lengthText(distance, question.unit);
        button.querySelector(".bearing span").textContent = bearingText(bearing);
        button.querySelector("svg").style.rotate = `${bearing}deg`;
    } else {
        button.querySelector(".bearing").remove();
    }
    const dot = L.circleMarker([lat, near + nearer(lon - near)], {
        radius: 5.5, color: color("--paper"), weight: 1.5, fillColor: color(fill), fillOpacity: 1, interactive: true,
    });
    dot.bindTooltip(name || "Without a name", { direction: "top", offset: [0, -6] });
    dot.on("click", (event) => {
        L.DomEvent.stop(event);
        button.focus();
        button.scrollIntoView({ block: "nearest" });
        mark(true);
    });
    dots.addLayer(dot);
    const mark = (isOn) => {
        dot.setStyle({ weight: isOn ? 3 : 1.5, fillColor: color(isOn ? "--ink" : fill) });
        if (isOn) dot.bringToFront().openTooltip();
        else dot.closeTooltip();
    };
    for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => mark(true));
    for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => mark(false));
    button.addEventListener("click", async () => {
        const wasOpen = button.getAttribute("aria-current") === "true";
        for (const other of document.querySelectorAll(".hit[aria-current]")) {
            other.removeAttribute("aria-current");
            other.querySelector(".more")?.remove();
        }
        if (wasOpen) return;
        button.setAttribute("aria-current", "true");
        if (!map.getBounds().contains(dot.getLatLng())) map.panTo(dot.getLatLng());
        const more = document.createElement("span");
        more.className = "more";
        button.append(more);
        more.textContent = await describe(feature.id, layer).catch((error) => error.message);
    });
    item.append(button);
    return item;
}

/** A difference of longitudes, the short way around. */
const nearer = (difference) => difference - 360 * Math.round(difference / 360);

let suggested = "";
async function suggestSpecies(signal) {
    const path = `/species?${parameters(question)}`;
    if (path === suggested) return;
    try {
        const { species } = await (await ask(path, signal)).json();
        byId("seen").replaceChildren(...species.slice(0, 200).map((bird) => {
            const option = document.createElement("option");
            option.value = bird.common_name ?? bird.scientific_name;
            option.label = `${bird.observations} sightings`;
            return option;
        }));
        suggested = path;
    } catch {
        // A suggestion is a help, and nothing is wrong without it.
    }
}

// --- watchlists -----------------------------------------------------------

const watchlists = new Watchlists({
    map, ask, color, row, nearView, say, reach: panelReach,
    question: () => question,
    snapshot: () => snapshot,
    choose: (list) => {
        question.list = list;
        writeHash();
    },
});
const news = new News({ map, color, nearView, reach: panelReach });

// --- the form -------------------------------------------------------------

function number(id, isRight) {
    byId(id).addEventListener("input", () => {
        const text = byId(id).value.trim().replace(",", ".").replace("−", "-");
        const value = Number(text);
        const isFine = text !== "" && Number.isFinite(value) && isRight(value);
        byId(id).setAttribute("aria-invalid", String(!isFine));
        if (isFine) change({ [id]: value });
    });
}
number("lat", (value) => Math.abs(value) <= 90);
number("lon", (value) => Math.abs(value) <= 180);
number("radius", (value) => value >= 0 && value * lengths[question.unit] <= 1e8);
for (const id of ["lat", "lon"]) byId(id).addEventListener("change", () => map.panTo([question.lat, nearView(question.lon)]));
byId("slider").addEventListener("input", () => setRadius(fromSlider(Number(byId("slider").value))));
byId("unit").addEventListener("change", () => {
    const length = meters(question);
    change({ unit: byId("unit").value, radius: Number((length / lengths[byId("unit").value]).toPrecision(3)) });
});
for (const input of document.querySelectorAll("[name=layer]")) {
    input.addEventListener("change", () => {
        change({ layer: input.value });
        showPoints();
    });
}
for (const id of ["species", "since", "until"]) byId(id).addEventListener("change", () => change({ [id]: byId(id).value.trim() }));
byId("question").addEventListener("submit", (event) => event.preventDefault());
byId("more").addEventListener("click", () => {
    shown = Math.min(1000, shown * 4);
    update();
});

// --- finding by name ------------------------------------------------------

let searches = new AbortController();
let chosen = -1;
byId("find").addEventListener("input", async () => {
    searches.abort();
    searches = new AbortController();
    const name = byId("find").value.trim();
    if (name.length < 2) return showFound([]);
    try {
        const path = `/find?${new URLSearchParams({ name, limit: 8 })}`;
        showFound((await (await ask(path, searches.signal)).json()).features);
    } catch (error) {
        if (error.name !== "AbortError") say(error.message, true);
    }
});
byId("find").addEventListener("keydown", (event) => {
    const options = [...byId("found").children];
    if (event.key === "Escape") return showFound([]);
    if (event.key === "Enter") {
        event.preventDefault();
        return options[Math.max(0, chosen)]?.click();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + options.length) % Math.max(1, options.length);
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === chosen)));
    byId("find").setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    options[chosen]?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) showFound([]);
});

function showFound(features) {
    chosen = -1;
    byId("found").hidden = features.length === 0;
    byId("find").setAttribute("aria-expanded", String(features.length > 0));
    byId("find").removeAttribute("aria-activedescendant");
    byId("found").replaceChildren(...features.map((feature, index) => {
        const option = document.createElement("li");
        option.id = `found-${index}`;
        option.setAttribute("role", "option");
        option.textContent = feature.properties.name;
        if (feature.properties.locality) {
            const where = document.createElement("small");
            where.textContent = feature.properties.locality;
            option.append(where);
        }
        option.addEventListener("click", () => {
            const [lon, lat] = feature.geometry.coordinates;
            showFound([]);
            byId("find").value = feature.properties.name;
            Object.assign(question, { lat, lon });
            showCircleOnMap();
            change({});
        });
        return option;
    }));
}

// --- sharing --------------------------------------------------------------

for (const [id, text] of [
    ["copy-command", () => command(question)],
    ["copy-request", () => `curl '${location.origin}${request(question)}'`],
    ["copy-link", () => location.href],
]) {
    byId(id).addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text());
            flash(byId(id), "Copied");
        } catch {
            // Without https the clipboard is closed; the text can be taken from here.
            byId("command").textContent = text();
            getSelection().selectAllChildren(byId("command"));
            flash(byId(id), "Ctrl+C");
        }
    });
}
function flash(button, text) {
    const before = button.dataset.text ?? button.textContent;
    button.dataset.text = before;
    button.textContent = text;
    setTimeout(() => { button.textContent = before; }, 1600);
}

// --- beginning ------------------------------------------------------------

const isNarrow = () => matchMedia("(max-width: 46rem)").matches;
const panelWidth = () => (isNarrow() ? 0 : byId("panel").getBoundingClientRect().right);

/** How a view leaves the panel out. */
function panelReach() {
    return { paddingTopLeft: [panelWidth() + 24, 24], paddingBottomRight: [56, 32], maxZoom: 13, animate: false };
}

/** Shows the whole circle beside the panel. */
function showCircleOnMap() {
    const reach = Math.min(80, (meters(question) / 111e3) * 1.15);
    const across = Math.min(170, reach / Math.max(0.15, Math.cos((question.lat * Math.PI) / 180)));
    const bounds = L.latLngBounds(
        [Math.max(-84, question.lat - reach), question.lon - across], [Math.min(84, question.lat + reach), question.lon + across]);
    map.fitBounds(bounds, { paddingTopLeft: [panelWidth(), 0], maxZoom: 16, animate: false });
}

/** Moves a question that nobody has asked yet to where there is something. */
async function askWhereSomethingIs({ hotspots, observations }) {
    if (!hotspots?.count && observations?.count) question.layer = "observations";
    const box = (hotspots?.count ? hotspots : observations)?.bbox;
    if (!box || (box[0] <= question.lon && question.lon <= box[2] && box[1] <= question.lat && question.lat <= box[3])) return;
    const [lat, lon] = [(box[1] + box[3]) / 2, (box[0] + box[2]) / 2];
    const path = `/nearest?${new URLSearchParams({ lat, lon, k: 1, layer: question.layer })}`;
    const { features: [place] } = await (await ask(path)).json();
    const [east, north] = place.geometry.coordinates;
    Object.assign(question, { lat: rounded(north, 3), lon: rounded(east, 3), view: undefined });
}

/** Reads what the store has, and shows that and the answer. */
async function readState(isFirst) {
    const state = await (isFirst ? first : readStore());
    snapshot = state.snapshot;
    let total = 0;
    for (const [name, layer] of Object.entries(state.layers)) {
        total += layer.count;
        const count = byId(`count-${name}`);
        if (count) count.textContent = shortCount(layer.count);
    }
    byId("tally").textContent = `${countText(total)} places`;
    if (isFirst && !isAsked) await askWhereSomethingIs(state.layers);
    if (isFirst) {
        showQuestion();
        if (!question.view) view();
    }
    showPoints();
    lists = watchlists.read();
    await Promise.all([lists, update()]);
}

/** Shows what is new in the store: at once, and no more than once a second. */
let isReading = false;
async function showNewest(newest) {
    if (newest === snapshot || isReading) return;
    isReading = true;
    try {
        await readState(false);
    } catch (error) {
        say(error.message, true);
    }
    setTimeout(() => {
        isReading = false;
        if (latest !== snapshot) showNewest(latest);
    }, 1000);
}

/** The snapshot that the server spoke of last. */
let latest = null;
function heard(name, data) {
    if (name === "match") news.add(data);
    if (name === "more") news.more(data);
    if (name === "snapshot") latest = data.snapshot;
    if (name === "snapshot") showNewest(latest);
}

function beginOnlineTiles() {
    const template = root.dataset.onlineTiles;
    if (!template) return;
    byId("online").hidden = false;
    byId("online").querySelector("span").textContent = new URL(template.replace("{s}.", "")).hostname;
    const layer = L.tileLayer(template, { pane: "land", maxZoom: 19 });
    byId("online").querySelector("input").addEventListener("change", (event) => {
        if (event.target.checked) layer.addTo(map);
        else layer.remove();
    });
}

function view() {
    if (question.view) map.setView([question.view.lat, question.view.lon], question.view.zoom, { animate: false });
    else showCircleOnMap();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colors.clear();
    land.eachLayer((layer) => layer.setStyle(landStyle()));
    points?.redrawColors();
    showGrid();
    watchlists.draw().catch((error) => say(error.message, true));
    update();
});
addEventListener("hashchange", () => {
    known = location.hash;
    question = fromHash(location.hash, { ...standard });
    view();
    showQuestion();
    showPoints();
    watchlists.draw().catch((error) => say(error.message, true));
    update();
});

beginOnlineTiles();
view();
const reading = readState(true);
// The land is drawn while the server answers, but does not wait for it long.
Promise.race([first.catch(() => {}), new Promise((done) => setTimeout(done, 300))]).then(showLand);
try {
    await reading;
} catch (error) {
    say(error.message, true);
}
root.dataset.ready = "yes";
drew("answer");
listen(ask, heard);
