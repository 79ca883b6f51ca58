// A point of the map that a person holds and moves: by mouse, finger or keys.

const ways = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    PageUp: [0, -10], PageDown: [0, 10],
};

export class Handle {
    #map;
    #marker;
    /** From the pointer to the point, while it is held. */
    #grip = null;

    /**
     * `move(latlng)` is called while it is dragged, `drop()` once it is let go,
     * and `step(dx, dy)` for a key.
     */
    constructor(map, { className, label, move, drop = () => {}, step }) {
        this.#map = map;
        const icon = L.divIcon({ className: `handle ${className}`, iconSize: null });
        this.#marker = L.marker([0, 0], { icon, keyboard: false, interactive: false, zIndexOffset: className === "edge" ? 1000 : 0 });
        this.#marker.on("add", () => this.#wire(this.#marker.getElement(), label, move, drop, step));
    }

    get isShown() {
        return Boolean(this.#marker._map);
    }

    remove() {
        this.#marker.remove();
    }

    get place() {
        return this.#marker.getLatLng();
    }

    /** Puts it at a place, unless it is held; `value` is what a screen reader says of it. */
    set(latlng, value) {
        if (!this.#grip) this.#marker.setLatLng(latlng);
        if (!this.isShown) this.#marker.addTo(this.#map);
        for (const [name, text] of Object.entries(value)) this.#marker.getElement().setAttribute(`aria-${name}`, text);
    }

    #wire(element, label, move, drop, step) {
        element.setAttribute("role", "slider");
        element.setAttribute("aria-label", label);
        element.title = label;
        element.tabIndex = 0;
        // What is done with it is not done with the map.
        L.DomEvent.disableClickPropagation(element);
        const at = (event) => this.#map.mouseEventToContainerPoint(event);
        const follow = (event) => {
            const latlng = this.#map.containerPointToLatLng(at(event).add(this.#grip));
            this.#marker.setLatLng(latlng);
            move(latlng);
        };
        element.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            element.setPointerCapture(event.pointerId);
            this.#grip = this.#map.latLngToContainerPoint(this.place).subtract(at(event));
        });
        element.addEventListener("pointermove", (event) => {
            if (this.#grip) follow(event);
        });
        const end = () => {
            if (!this.#grip) return;
            this.#grip = null;
            drop();
        };
        element.addEventListener("pointerup", (event) => {
            if (this.#grip) follow(event);
            end();
        });
        element.addEventListener("lostpointercapture", end);
        element.addEventListener("keydown", (event) => {
            const way = ways[event.key];
            if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            event.stopPropagation();
            step(...way);
        });
    }
}
