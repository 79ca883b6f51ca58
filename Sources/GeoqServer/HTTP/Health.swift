import Geoq

/// What those who run the server ask.
enum Health {
    static let endpoints = [healthz, readyz, metrics]

    private static let healthz = Endpoint(
        path: "/healthz", operation: "healthz", summary: "Whether the process answers at all.",
        access: .open, caching: .never, schema: "Health", handleAtOnce: { _ in alive },
        handle: { _ in alive })

    private static var alive: Reply { Reply(.json, ["status": "ok"]) }

    private static let readyz = Endpoint(
        path: "/readyz", operation: "readyz", summary: "Whether questions can be answered: 200, or 503.",
        access: .open, caching: .never, schema: "Health"
    ) { ask in
        let moment = try ask.service.live.moment()
        return Reply(
            .json,
            [
                "status": ask.service.live.staleness == nil ? "ready" : "stale",
                "snapshot": .integer(moment.snapshot.version),
            ])
    }

    private static let metrics = Endpoint(
        path: "/metrics", operation: "metrics", summary: "Numbers for Prometheus, text format 0.0.4.",
        caching: .never, formats: [.text]
    ) { ask in
        let service = ask.service
        var gauges = [
            (name: "geoq_requests_running", help: "Requests being answered.", value: Double(service.gate.count)),
            (
                name: "geoq_store_bytes", help: "Bytes of the store and its index.",
                value: Double(service.live.byteCount)
            ),
        ]
        if let moment = try? service.live.moment() {
            let age = (ContinuousClock.now - moment.takenAt).components
            gauges += [
                ("geoq_snapshot_version", "The store's version that answers are of.", Double(moment.snapshot.version)),
                (
                    "geoq_snapshot_age_seconds", "How long ago the snapshot was taken.",
                    Double(age.seconds) + Double(age.attoseconds) * 1e-18
                ),
                (
                    "geoq_snapshot_stale", "1 when the store cannot be read any more.",
                    service.live.staleness == nil ? 0 : 1
                ),
            ]
            for layer in Layer.allCases {
                gauges.append(
                    (
                        "geoq_\(layer.rawValue)", "Features with a place.", Double(moment.snapshot.count(of: layer))
                    ))
            }
        }
        return Reply(.text, Array(service.metrics.text(gauges: gauges).utf8))
    }
}
