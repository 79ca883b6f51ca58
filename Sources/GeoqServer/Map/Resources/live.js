// What happens in the store, as it happens.

import { address } from "./address.js";
import { followToken } from "./server.js";
import { hear } from "./events.js";

/** Calls `heard(name, data)` for each event of the server. */
export function listen(heard) {
    let worker;
    try {
        worker = new SharedWorker(address("/assets/listener.js"), { type: "module", name: "geoq" });
    } catch {
        return listenWhileShown(heard);
    }
    worker.addEventListener("error", () => listenWhileShown(heard), { once: true });
    worker.port.addEventListener("message", ({ data: { name, data } }) => heard(name, data));
    worker.port.start();
    let latest = null;
    followToken((token) => {
        latest = token;
        worker.port.postMessage({ token });
    });
    // A page that goes away may come back as it was.
    addEventListener("pagehide", () => worker.port.postMessage({ leaves: true }));
    addEventListener("pageshow", (event) => event.persisted && worker.port.postMessage({ token: latest }));
}

/** Where pages cannot share a connection, a hidden one has none: it hears what it missed when it is shown. */
function listenWhileShown(heard) {
    const at = {};
    let [token, hearing] = [null, null];
    followToken((latest) => { token = latest; });
    const follow = () => {
        if (document.hidden) {
            hearing?.abort();
            hearing = null;
        } else if (!hearing) {
            hearing = new AbortController();
            hear(() => token, heard, at, hearing.signal);
        }
    };
    document.addEventListener("visibilitychange", follow);
    follow();
}
