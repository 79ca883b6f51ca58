// The page: a question in the panel, its answer on the map and in a list.

import { Drawing } from "./drawing.js";
import { Editor } from "./editor.js";
import { Edits } from "./edits.js";
import { routeShapes, unrolledPlaces, unrolledRing } from "./places.js";
import { command, fromHash, lengths, listed, meters, parameters, standard, toHash, conditions, radius } from "./question.js";
import { ask, busy, json, Unreachable } from "./server.js";
import { counted, countText, named, plain, rounded, shortCount, make } from "./text.js";
import { latitude, longitude, placeText } from "./coordinates.js";
import { circleShapes, roughDistance } from "./circle.js";
import { Base } from "./base.js";
import { Handle } from "./handle.js";
import { Hits } from "./hits.js";
import { details } from "./details.js";
import { areaLayer, pointLayer } from "./tiles.js";
import { listen } from "./live.js";
import { News } from "./news.js";
import { Photos } from "./photos.js";
import { Search } from "./search.js";
import { share } from "./share.js";
import { SpeciesPanel } from "./species.js";
import { Trajectories } from "./trajectories.js";
import { Watchlists } from "./watchlists.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
/** Colors of the style sheet, looked up once: each look may lay out the page anew. */
const colors = new Map();
const color = (name) => {
    if (!colors.has(name)) colors.set(name, getComputedStyle(root).getPropertyValue(name).trim());
    return colors.get(name);
};
/** Notes when something was drawn, for programs that measure the page. */
const drew = (what) => requestAnimationFrame(() => performance.mark(what));

let question = fromHash(location.hash);
/** Whether the address asks about a place, when the page is opened. */
const isAsked = ["at", "area", "inside", "along"].some((name) => new URLSearchParams(location.hash.slice(1)).has(name));
let snapshot = null;
/** What the store has, by layer. */
let layers = {};
/** How many areas the store has. */
let areaCount = 0;
/** The area with which the server was started: its name, box and polygons; null for none. */
let ownArea = null;
/** Whether the store has ways of migrations. */
let hasTrajectories = false;
let answers = new AbortController();
/** The first time the store is asked what it has, before anything is drawn. */
const first = json("/map/state");
first.catch(() => {});

// --- the map --------------------------------------------------------------

const map = L.map("map", { zoomControl: false, worldCopyJump: false, minZoom: 1, maxZoom: 18, zoomSnap: 0.5, keyboardPanDelta: 120 });
// Leaflet rounds to whole pixels, which makes polygons of circles.
map.latLngToLayerPoint = (latlng) => map.project(latlng)._subtract(map.getPixelOrigin());
L.control.zoom({ position: "topright" }).addTo(map);
L.control.scale({ position: "bottomright" }).addTo(map);
map.attributionControl.setPrefix(false);
map.createPane("areas").style.zIndex = 340;
map.getPane("areas").style.pointerEvents = "none";
map.createPane("points").style.zIndex = 350;
map.createPane("circles").style.zIndex = 360;
const base = new Base(map, color);
const circle = L.layerGroup().addTo(map);

// What is drawn and kept.
const tools = L.control({ position: "topright" });
tools.onAdd = () => {
    L.DomEvent.disableClickPropagation(byId("tools"));
    return byId("tools");
};
tools.addTo(map);

/** The bytes of a tile. */
async function tile(path) {
    try {
        return new Uint8Array(await (await ask(path)).arrayBuffer());
    } catch (error) {
        // The map may be moved while nothing else is asked.
        if (error instanceof Unreachable) isAway = true;
        throw error;
    }
}

/** Asks anew for the tiles that the server did not give. */
function fillGaps() {
    points?.fillGaps();
    areas?.fillGaps();
}

let points = null;
/** Shows all features of the layer, or all that the conditions let through. */
function showPoints() {
    const [layer, asked] = [question.layer, new URLSearchParams({ v: snapshot })];
    for (const name of conditions(question)) asked.set(name, question[name]);
    const key = `${layer}?${asked}`;
    if (points?.key === key) return;
    const former = points;
    points = pointLayer((z, x, y) => tile(`/tiles/${layer}/${z}/${x}/${y}.mvt?${asked}`), { pane: "points" });
    points.key = key;
    // The points before stay until these are there.
    points.former = former;
    former?.former?.remove();
    points.on("load", () => {
        former?.remove();
        drew("points");
    });
    points.addTo(map);
}

let areas = null;
/** Shows the store's areas, when it has some. */
function showAreas() {
    if (areas?.key === snapshot) return;
    areas?.remove();
    areas = areaCount
        ? areaLayer((z, x, y) => tile(`/tiles/areas/${z}/${x}/${y}.mvt`), () => color("--area"), { pane: "areas" }).addTo(map)
        : null;
    if (areas) areas.key = snapshot;
}

const center = new Handle(map, {
    className: "center", label: "Center of the circle. Arrow keys move it.",
    move: (latlng) => moveTo(latlng, map.getZoom() > 11 ? 5 : 3), drop: () => showQuestion(),
    step: (dx, dy) => moveTo(map.containerPointToLatLng(map.latLngToContainerPoint(center.place).add([dx * 10, dy * 10]))),
});
const edge = new Handle(map, {
    className: "edge", label: "Radius of the circle. Arrow keys change it.",
    move: (latlng) => {
        const to = latlng.wrap();
        setRadius(roughDistance(question.lat, question.lon, to.lat, to.lng), { isFitted: false });
    },
    drop: () => update(), step: (dx, dy) => setRadius(meters(question) * 1.05 ** (dx - dy)),
});

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

/** Asks around another place, and shows it. */
function goTo(part) {
    map.closePopup();
    Object.assign(question, { shape: "circle", line: [], name: "" }, part);
    showCircleOnMap();
    change({});
}

/** Whether the circle is to be brought into view when it is there. */
let isFitWanted = false;
function setRadius(length, { isFitted = true } = {}) {
    const most = Math.min(20000e3, Math.max(100, length));
    isFitWanted = isFitted;
    change({ radius: Number((most / lengths[question.unit]).toPrecision(3)) });
}

/** Where the button of the mouse, or the finger, went down last. */
let pressed = null;
map.getContainer().addEventListener("pointerdown", (event) => { pressed = event.target; }, true);
map.on("click", (event) => {
    // What began on a handle and ended beside it was no click on the map.
    if (pressed?.closest?.(".handle")) return;
    if (drawing.isOn) return drawing.add(event.latlng);
    if (editor.isPlacing) return editor.place(event.latlng);
    const point = points?.pointAt(event.containerPoint);
    if (point?.count > 1 && map.getZoom() < map.getMaxZoom()) return map.setView(point.latlng, Math.min(18, Math.floor(map.getZoom()) + 2));
    if (point?.id) return openPopup(point);
    // Areas and routes have no center that a press could move.
    if (question.shape !== "circle") return;
    moveTo(event.latlng);
});
map.on("moveend", () => {
    base.show();
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
    if (event.key === "c" && !event.ctrlKey && !event.metaKey && question.shape === "circle") moveTo(map.getCenter());
});

function openPopup({ id, name, latlng }) {
    const { lat, lng } = latlng.wrap();
    const [at, layer] = [{ lat: rounded(lat, 5), lon: rounded(lng, 5) }, question.layer];
    const box = make("div", {}, make("strong", { text: named(name) }), details(page, { id, layer, ...at }));
    popup(latlng, box);
}

/** Opens a popup beside the panel. */
function popup(latlng, box) {
    const maxHeight = Math.round(map.getSize().y * 0.6);
    const shown = L.popup({ autoPanPaddingTopLeft: [panelWidth() + 20, 20], minWidth: 220, maxHeight }).setLatLng(latlng).setContent(box).openOn(map);
    // What comes later makes it larger; Leaflet's own update would take the focus away.
    const growth = new ResizeObserver(() => {
        if (!shown.isOpen()) return growth.disconnect();
        shown._updateLayout();
        shown._updatePosition();
        shown._adjustPan();
    });
    growth.observe(box);
}

// --- the question ---------------------------------------------------------

let isNew = true;
/** Changes the question, and everything that shows it. */
function change(part) {
    Object.assign(question, part);
    isNew = true;
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

/** By field with a text that is no answer: what the question had when it was written. It stays as long as that does. */
const refused = new Map();

const sliderSteps = 1000;
const toSlider = (length) => Math.round((Math.log10(Math.min(2e7, Math.max(100, length)) / 100) / Math.log10(2e5)) * sliderSteps);
const fromSlider = (step) => 100 * 10 ** ((step / sliderSteps) * Math.log10(2e5));

function showQuestion() {
    const set = (id, value) => {
        const field = byId(id);
        if (document.activeElement === field || (refused.has(id) && refused.get(id) === value)) return;
        field.value = value;
        if (refused.delete(id)) sayWrong(id, "");
    };
    set("lat", question.lat);
    set("lon", question.lon);
    set("radius", question.radius);
    root.dataset.shape = question.shape;
    byId("radius-name").textContent = question.shape === "route" ? "Within" : "Radius";
    byId("shape").hidden = question.shape === "circle";
    byId("hits").setAttribute("aria-label", { circle: "What is near, nearest first", area: "What is inside the area", route: "What lies along the route, in the order of travel" }[question.shape]);
    byId("shape-name").textContent = { circle: "", area: question.name ? `Inside ${plain(question.name)}` : "Inside your area", route: "Along your route" }[question.shape];
    for (const button of document.querySelectorAll("[data-draws]")) button.setAttribute("aria-pressed", String(button.dataset.draws === question.shape));
    byId("unit").value = question.unit;
    set("slider", toSlider(meters(question)));
    byId("slider").setAttribute("aria-valuetext", `${question.radius} ${question.unit}`);
    for (const input of document.querySelectorAll("[name=layer]")) input.checked = input.value === question.layer;
    byId("conditions").hidden = question.layer !== "observations";
    for (const name of ["species", "since", "until"]) set(name, question[name]);
    const asked = conditions(question);
    const any = question.layer === "observations" && asked.length === 0 ? "any species, any day" : null;
    const place = question.shape === "circle" ? `${question.lat}, ${question.lon}`.replaceAll("-", "−") : null;
    byId("summary").textContent = [place, any, ...asked.map((name) => (
        { species: plain(question.species), since: `from ${question.since}`, until: `to ${question.until}` }[name]))].filter(Boolean).join(" · ");
    byId("command").textContent = command(question);
    drawnAt = nearView(question.lon);
    center.set([question.lat, drawnAt], { valuemin: -90, valuemax: 90, valuenow: question.lat, valuetext: placeText(question.lat, question.lon) });
    if (snapshot) showPoints();
}

/** What the address held when it was read or written last. */
let known = location.hash;

function writeHash() {
    // A person has written another question there: it is read in a moment.
    if (location.hash !== known) return;
    history.replaceState(null, "", toHash(question));
    known = location.hash;
}

/** The watchlists, as soon as they are read. */
let lists = Promise.resolve();
/** Whether the server was out of reach. */
let isAway = false;

/** Asks the question and shows the answer; an older one that is still under way is dropped. */
async function update() {
    writeHash();
    answers.abort();
    answers = new AbortController();
    const { signal } = answers;
    try {
        const limit = hits.limit(isNew);
        const isCircle = question.shape === "circle";
        const [line, found] = await busy(Promise.all([
            isCircle ? json(`/circle?${parameters(question, { points: 240 })}`, { signal }) : null, json(listed(question, { limit }), { signal }),
        ]));
        isNew = false;
        if (isAway) fillGaps();
        isAway = false;
        if (isCircle) showCircle(line);
        else showLine();
        editor.follow();
        hits.show(found);
        sayFound(found);
        species.follow();
    } catch (error) {
        if (error.name === "AbortError") return;
        return fail(error);
    }
    await lists;
    await watchlists.follow(signal);
}

/** Shows nothing but what went wrong: an older answer would be taken for this one. */
function fail(error) {
    isAway = error instanceof Unreachable;
    circle.clearLayers();
    hits.clear();
    say(error.message, true);
}

function say(text, isWrong = false) {
    byId("status").textContent = text;
    byId("status").classList.toggle("wrong", isWrong);
}

/** Does what a person asked for besides the question, and says why it failed. */
async function attempt(act) {
    try {
        await act();
    } catch (error) {
        if (error.name === "AbortError") return;
        // Rows that came to an end with the snapshot that they are of are asked for anew.
        if (error.status === 409 && !error.isEdit) return update();
        say(error.message, true);
    }
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
    edge.set([east[0], nearView(east[1])], {
        valuemin: rounded(100 / lengths[question.unit], 3), valuemax: rounded(20000e3 / lengths[question.unit], 0),
        valuenow: question.radius, valuetext: `${question.radius} ${question.unit}`,
    });
    if (isFitWanted && !isCircleInView(shapes.line)) showCircleOnMap();
    isFitWanted = false;
}

/** Shows the area or the route of the question. */
function showLine() {
    circle.clearLayers();
    edge.remove();
    const style = { color: color("--circle"), fillColor: color("--circle"), interactive: false, className: "circle", pane: "circles" };
    if (question.name) return showOwnArea(style);
    const line = unrolledPlaces(question.line, nearView);
    if (question.shape === "area") circle.addLayer(L.polygon(line, { ...style, weight: 2, fillOpacity: 0.09 }));
    else for (const shape of routeShapes(line, meters(question), map, style)) circle.addLayer(shape);
    if (isFitWanted) map.fitBounds(L.latLngBounds(line).pad(0.15), panelReach());
    isFitWanted = false;
}

/** Shows the area with which the server was started. Another one that the address names is drawn by the tiles of areas. */
function showOwnArea(style) {
    if (question.name === ownArea?.name) {
        for (const rings of ownArea.polygons) {
            const shape = rings.map((ring) => unrolledRing(ring, ownArea.pole, nearView));
            circle.addLayer(L.polygon(shape, { ...style, weight: 2, fillOpacity: 0.09 }));
        }
        if (isFitWanted && ownArea.bbox) map.fitBounds(ownBounds(), panelReach());
    }
    isFitWanted = false;
}

/** The box of the server's own area; east goes on beyond 180. */
function ownBounds() {
    const [west, south, east, north] = ownArea.bbox;
    return L.latLngBounds([Math.max(-84, south), west], [Math.min(84, north), east < west ? east + 360 : east]).pad(0.15);
}

// A corridor is as wide as it is, at every zoom.
map.on("zoomend", () => {
    if (question.shape === "route" && circle.getLayers().length) showLine();
    watchlists?.redrawRoutes();
});

/** Whether the whole circle is beside the panel, and not a speck. */
function isCircleInView(line) {
    const across = line.map(([lat, lon]) => map.latLngToContainerPoint([Math.max(-84, Math.min(84, lat)), lon]));
    const [xs, ys] = [across.map(({ x }) => x), across.map(({ y }) => y)];
    const size = map.getSize();
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return left >= panelWidth() && right <= size.x && top >= 0 && bottom <= size.y && Math.max(right - left, bottom - top) > 60;
}

function sayFound({ numberMatched: all }) {
    const word = question.layer === "hotspots" ? "hotspot" : "sighting";
    const length = `${question.radius} ${question.unit}`;
    const where = { circle: `within ${length}`, area: "inside the area", route: `within ${length} of the route` }[question.shape];
    const total = Object.values(layers).reduce((sum, layer) => sum + layer.count, 0);
    byId("begin").hidden = total > 0;
    if (total === 0) say("This store is empty.");
    else if (all > 0) say(`${counted(all, word)} ${where}`);
    else if (holds(question.layer)) say(`No ${word}s ${where}.`);
    else say(`This store has no ${word}s.`);
}

const holds = (layer) => layers[layer]?.count > 0;

// --- the parts of the page ------------------------------------------------

/** What the parts of the page know of each other. */
const page = {
    map, color, ask, json, busy, nearView, change, goTo, attempt, holds, popup, reach: panelReach,
    photos: new Photos(() => edits.showsPictures, () => edits.token),
    question: () => question,
    snapshot: () => snapshot,
    reveal: (lat, lon) => {
        const place = [lat, nearView(lon)];
        if (!map.getBounds().contains(place)) map.panTo(place);
    },
    choose: (list) => {
        question.list = list;
        writeHash();
    },
};
const hits = new Hits(page);
const species = new SpeciesPanel(page);
const edits = new Edits(() => watchlists.showStandings());
/** What the forms need besides: to show the list that was made or changed, and to say what went wrong without one. */
const editor = new Editor({
    ...page,
    warn: (text) => say(text, true),
    chose: async (id, said) => {
        question.list = id;
        writeHash();
        byId("announcement").textContent = said;
        // The change is made, whatever becomes of this: the form would say that it failed, and send it once more.
        await readState(json("/map/state")).catch(fail);
        await watchlists.showChosen();
    },
}, edits);
const watchlists = new Watchlists({ ...page, edits, editor, row: (feature, options) => hits.row(feature, options) });
const drawing = new Drawing(page, (shape, line) => {
    isFitWanted = shape === "area";
    // The watchlists that are near the middle come first.
    const middle = L.latLngBounds(unrolledPlaces(line, nearView)).getCenter().wrap();
    change({ shape, line, name: "", lat: rounded(middle.lat, 5), lon: rounded(middle.lng, 5) });
});
for (const button of document.querySelectorAll("[data-draws]")) {
    button.addEventListener("click", () => (drawing.isOn ? drawing.cancel() : drawing.start(button.dataset.draws)));
}
byId("back-to-circle").addEventListener("click", () => change({ shape: "circle", line: [], name: "" }));
const trajectories = new Trajectories(page);
const news = new News(page);
new Search(page);
share(page);

// --- the form -------------------------------------------------------------

/** A field whose text is a number; `read` gives its value, or in `wrong` what to write instead. */
function field(id, read) {
    byId(id).addEventListener("input", () => {
        const { value, wrong = "" } = read(byId(id).value);
        sayWrong(id, wrong);
        if (wrong) return refused.set(id, question[id]);
        refused.delete(id);
        if (id === "radius") isFitWanted = true;
        change({ [id]: value });
    });
}

/** Says beside a field what to write instead; nothing when it is right. */
function sayWrong(id, text) {
    byId(id).setAttribute("aria-invalid", String(text !== ""));
    byId(`${id}-note`).textContent = text;
}

/** The value of an angle, or what is said of a text that is none. */
const angle = (value, wrong) => (value === null ? { wrong } : { value });
field("lat", (text) => angle(latitude(text), "Write −90 to 90, such as 42.44 or 42°26′ N."));
field("lon", (text) => angle(longitude(text), "Write −180 to 180, such as −76.5 or 76°30′ W."));
field("radius", (text) => radius(text, question.unit));
for (const id of ["lat", "lon"]) {
    byId(id).addEventListener("change", () => map.panTo([question.lat, nearView(question.lon)]));
    byId(id).addEventListener("blur", () => showQuestion());
}
byId("radius").addEventListener("blur", () => showQuestion());
byId("slider").addEventListener("input", () => setRadius(fromSlider(Number(byId("slider").value))));
byId("unit").addEventListener("change", () => {
    const length = meters(question);
    change({ unit: byId("unit").value, radius: Number((length / lengths[byId("unit").value]).toPrecision(3)) });
});
for (const input of document.querySelectorAll("[name=layer]")) input.addEventListener("change", () => change({ layer: input.value }));
for (const id of ["species", "since", "until"]) byId(id).addEventListener("change", () => change({ [id]: byId(id).value.trim() }));
byId("question").addEventListener("submit", (event) => event.preventDefault());
byId("to-lists").addEventListener("click", () => {
    byId("lists").scrollIntoView({ block: "start" });
    byId("watchlists").querySelector("button")?.focus();
});

byId("locate").addEventListener("click", () => {
    if (!isSecureContext || !navigator.geolocation) return say("This browser tells a page where you are only over https, or on the machine itself.", true);
    const why = ["", "The browser may not tell where you are.", "This device does not know where it is.", "This device takes too long to find out where it is."];
    busy(new Promise((done) => {
        navigator.geolocation.getCurrentPosition(({ coords: { latitude: lat, longitude: lon } }) => {
            goTo({ lat: rounded(lat, 5), lon: rounded(lon, 5) });
            done();
        }, (error) => {
            say(why[error.code] ?? error.message, true);
            done();
        }, { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 });
    }));
});

// --- beginning ------------------------------------------------------------

const isNarrow = () => matchMedia("(max-width: 46rem)").matches;
/** Whether there is room for all fields besides the answer. */
const isRoomy = () => matchMedia("(min-width: 46.01rem) and (min-height: 66rem)").matches;
const panelWidth = () => (isNarrow() ? 0 : byId("panel").getBoundingClientRect().right);

/** How a view leaves the panel out. */
function panelReach() {
    return { paddingTopLeft: [panelWidth() + 24, 24], paddingBottomRight: [56, 32], maxZoom: 13, animate: false };
}

/** Shows the whole circle, area or route beside the panel. */
function showCircleOnMap() {
    if (question.name && ownArea?.name === question.name && ownArea.bbox) return map.fitBounds(ownBounds(), panelReach());
    if (question.line.length) return map.fitBounds(L.latLngBounds(unrolledPlaces(question.line, (lon) => lon)).pad(0.15), panelReach());
    const reach = Math.min(80, (meters(question) / 111e3) * 1.15);
    const across = Math.min(170, reach / Math.max(0.15, Math.cos((question.lat * Math.PI) / 180)));
    const bounds = L.latLngBounds(
        [Math.max(-84, question.lat - reach), question.lon - across], [Math.min(84, question.lat + reach), question.lon + across]);
    map.fitBounds(bounds, { paddingTopLeft: [panelWidth(), 0], maxZoom: 16, animate: false });
}

/** Begins with what lies inside the server's own area. */
function beginInside() {
    if (!holds("hotspots") && holds("observations")) question.layer = "observations";
    Object.assign(question, { shape: "area", line: [], name: ownArea.name, view: undefined });
    if (!ownArea.bbox) return;
    // The watchlists that are near the middle come first.
    const middle = ownBounds().getCenter().wrap();
    Object.assign(question, { lat: rounded(middle.lat, 5), lon: rounded(middle.lng, 5) });
}

/** Begins at home; a place that a person has chosen meanwhile stays. */
function beginAtHome({ lat, lon }) {
    if (!holds("hotspots") && holds("observations")) question.layer = "observations";
    if (question.lat !== standard.lat || question.lon !== standard.lon) return;
    Object.assign(question, { lat: rounded(lat, 5), lon: rounded(lon, 5), view: undefined });
}

/** Moves the question that the page begins with to where there is something. */
async function askWhereSomethingIs() {
    if (!holds("hotspots") && holds("observations")) question.layer = "observations";
    const box = layers[question.layer]?.bbox;
    if (!box || (box[0] <= question.lon && question.lon <= box[2] && box[1] <= question.lat && question.lat <= box[3])) return;
    const [lat, lon] = [(box[1] + box[3]) / 2, (box[0] + box[2]) / 2];
    const { features: [place] } = await json(`/nearest?${new URLSearchParams({ lat, lon, k: 1, layer: question.layer })}`);
    const [east, north] = place.geometry.coordinates;
    Object.assign(question, { lat: rounded(north, 3), lon: rounded(east, 3), view: undefined });
}

/** Reads what the store has, and shows that and the answer. */
async function readState(state) {
    const wasEmpty = Object.values(layers).every((layer) => layer.count === 0);
    ({ snapshot, layers, area: ownArea, areas: areaCount, trajectories: hasTrajectories } = await state);
    for (const [name, layer] of Object.entries(layers)) {
        const count = byId(`count-${name}`);
        if (count) count.textContent = shortCount(layer.count);
    }
    byId("tally").textContent = `${countText(Object.values(layers).reduce((sum, layer) => sum + layer.count, 0))} places`;
    const standings = edits.read().catch(() => {});
    if (wasEmpty && !isAsked && ownArea) beginInside();
    else if (wasEmpty && !isAsked) {
        await standings;
        if (edits.home) beginAtHome(edits.home);
        else await askWhereSomethingIs();
    }
    if (wasEmpty) {
        showQuestion();
        if (!question.view) showCircleOnMap();
    }
    showPoints();
    showAreas();
    fillGaps();
    trajectories.follow(hasTrajectories).catch(() => {});
    await standings;
    editor.showAllowed();
    lists = watchlists.read();
    await Promise.all([lists, update()]);
}

/** Shows what is new in the store: at once, and no more than once a second. */
let isReading = false;
async function showNewest() {
    if ((latest === snapshot && !isAway) || isReading) return;
    isReading = true;
    await readState(json("/map/state")).catch(fail);
    setTimeout(() => {
        isReading = false;
        if (latest !== snapshot) showNewest();
    }, 1000);
}

/** The snapshot that the server spoke of last. */
let latest = null;
function heard(name, data) {
    if (name === "match") news.add(data);
    if (name === "more") news.more(data);
    if (name !== "snapshot") return;
    latest = data.snapshot;
    showNewest();
}

function view() {
    if (question.view) map.setView([question.view.lat, question.view.lon], question.view.zoom, { animate: false });
    else showCircleOnMap();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colors.clear();
    base.recolor();
    points?.redrawColors();
    areas?.redrawColors();
    watchlists.draw();
    trajectories.redraw().catch(() => {});
    update();
});
addEventListener("online", () => {
    if (isAway) update();
});
addEventListener("hashchange", () => {
    known = location.hash;
    question = fromHash(location.hash, { ...standard });
    isNew = true;
    view();
    showQuestion();
    watchlists.draw();
    update();
});

byId("exactly").open = isRoomy();
base.offerTiles(root.dataset.onlineTiles, byId("online"), byId("online").querySelector("input"));
view();
// The land is drawn while the server answers, but does not wait for it long.
Promise.race([first.catch(() => {}), new Promise((done) => setTimeout(done, 300))]).then(() => base.read()).then(() => drew("land"), () => {});
await readState(first).catch(fail);
root.dataset.ready = "yes";
drew("answer");
listen(heard);
