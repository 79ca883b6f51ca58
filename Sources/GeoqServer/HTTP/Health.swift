import Geoq

/// Endpoints for the people who run the server.
enum Health {
    static let endpoints = [healthz, readyz, metrics]

    private static let healthz = Endpoint(
        path: "/healthz", operation: "healthz", summary: "Whether the process answers at all.",
        access: .open, caching: .never, isVital: true, schema: "Health"
    ) { _ in .now(alive) }

    private static var alive: Reply { Reply(.json, ["status": "ok"]) }

    private static let readyz = Endpoint(
        path: "/readyz", operation: "readyz", summary: "Whether questions can be answered: 200, or 503.",
        access: .open, caching: .never, isVital: true, schema: "Health"
    ) { ask in
        let moment = try ask.service.live.moment()
        return .now(
            Reply(
                .json,
                [
                    "status": ask.service.live.staleness == nil ? "ready" : "stale",
                    "snapshot": .integer(moment.snapshot.version),
                ]))
    }

    private static let metrics = Endpoint(
        path: "/metrics", operation: "metrics", summary: "Numbers for Prometheus, text format 0.0.4.",
        caching: .never, isVital: true, formats: [.text]
    ) { ask in
        let service = ask.service
        let (long, short) = (service.work.longQuestions, service.work.shortQuestions)
        var gauges: [(name: String, help: String, value: Double)] = []
        func gauge(_ name: String, _ help: String, _ value: Int) { gauges.append((name, help, Double(value))) }
        gauge("geoq_requests_running", "Requests being answered.", service.gate.count)
        gauge("geoq_long_questions_running", "Long questions being answered.", long.running)
        gauge("geoq_long_questions_waiting", "Long questions that wait.", long.waiting)
        gauge("geoq_short_questions_running", "Short questions being answered.", short.running)
        gauge("geoq_short_questions_waiting", "Short questions that wait.", short.waiting)
        let untaken = service.waitingBytes.count
        gauge("geoq_waiting_answer_bytes", "Bytes of answers that clients have not taken yet.", untaken)
        gauge("geoq_store_bytes", "Bytes of the store and its index.", service.live.byteCount)
        if let moment = try? service.live.moment() {
            let age = (ContinuousClock.now - moment.takenAt) / .seconds(1)
            gauge("geoq_snapshot_version", "The store's version that answers are of.", Int(moment.snapshot.version))
            gauges.append(("geoq_snapshot_age_seconds", "How long ago the snapshot was taken.", age))
            let isStale = service.live.staleness != nil
            gauge("geoq_snapshot_stale", "1 when the store cannot be read any more.", isStale ? 1 : 0)
            for layer in Layer.allCases {
                gauge("geoq_\(layer.rawValue)", "Features with a place.", moment.snapshot.count(of: layer))
            }
        }
        return .now(Reply(.text, Array(service.metrics.text(gauges: gauges).utf8)))
    }
}
