// Server-sent events over fetch: unlike EventSource it can send a token.

/** The name, data and id of an event. */
function parsed(text) {
    const field = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? null;
    return { name: field("event"), data: field("data"), id: field("id") };
}

/**
 * Calls `heard(name, data)` for each event, for good: when the connection is
 * lost, it comes back and goes on after the last event that it heard.
 */
export async function listen(ask, heard) {
    let lastID = null;
    for (;;) {
        try {
            const response = await ask("/events", undefined, lastID ? { "Last-Event-ID": lastID } : {});
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let text = "";
            for (;;) {
                const { value, done } = await reader.read();
                if (done) break;
                text += value;
                const events = text.split("\n\n");
                text = events.pop();
                for (const event of events.map(parsed)) {
                    lastID = event.id ?? lastID;
                    if (event.name && event.data) heard(event.name, JSON.parse(event.data));
                }
            }
        } catch {
            // The server may be starting anew; it is asked again.
        }
        await new Promise((later) => setTimeout(later, 5000));
    }
}
