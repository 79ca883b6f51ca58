// Server-sent events over fetch: unlike EventSource it can send a token.

import { address } from "./address.js";

/** The name, data and id of an event. */
function parsed(text) {
    // Only these lines end: a name in an event may have other characters that regular expressions take for an end.
    const lines = text.split("\n");
    const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
    return { name: field("event"), data: field("data"), id: field("id") };
}

/**
 * Calls `heard(name, data)` for each event until the signal ends it: when the
 * connection is lost, it comes back and goes on after the last event that it
 * heard, which `at.lastID` keeps.
 */
export async function hear(token, heard, at = {}, signal = new AbortController().signal) {
    while (!signal.aborted) {
        try {
            const headers = {};
            if (at.lastID) headers["Last-Event-ID"] = at.lastID;
            if (token()) headers.Authorization = `Bearer ${token()}`;
            const response = await fetch(address("/events"), { headers, signal });
            if (!response.ok) throw new Error(`${response.status}`);
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let text = "";
            for (;;) {
                const { value, done } = await reader.read();
                if (done) break;
                text += value;
                const events = text.split("\n\n");
                text = events.pop();
                for (const event of events.map(parsed)) {
                    at.lastID = event.id ?? at.lastID;
                    if (event.name && event.data) heard(event.name, JSON.parse(event.data));
                }
            }
        } catch {
            // The server may be starting anew; it is asked again.
        }
        await new Promise((later) => setTimeout(later, 3000));
    }
}
