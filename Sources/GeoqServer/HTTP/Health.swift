import Geoq

/// Endpoints for the people who run the server.
enum Health {
    static let endpoints = [healthz, readyz, metrics]

    private static let healthz = Endpoint(
        path: "/healthz", operation: "healthz", summary: "Whether the process answers at all.",
        access: .open, caching: .never, isVital: true, schema: "Health", handleAtOnce: { _ in alive },
        handle: { _ in alive })

    private static var alive: Reply { Reply(.json, ["status": "ok"]) }

    private static let readyz = Endpoint(
        path: "/readyz", operation: "readyz", summary: "Whether questions can be answered: 200, or 503.",
        access: .open, caching: .never, isVital: true, schema: "Health"
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
        caching: .never, isVital: true, formats: [.text]
    ) { ask in
        let service = ask.service
        let (long, short) = (service.work.longQuestions, service.work.shortQuestions)
        var gauges: [(name: String, help: String, value: Double)] = [
            ("geoq_requests_running", "Requests being answered.", Double(service.gate.count)),
            ("geoq_long_questions_running", "Long questions being answered.", Double(long.running)),
            ("geoq_long_questions_waiting", "Long questions that wait.", Double(long.waiting)),
            ("geoq_short_questions_running", "Short questions being answered.", Double(short.running)),
            ("geoq_short_questions_waiting", "Short questions that wait.", Double(short.waiting)),
            (
                "geoq_waiting_answer_bytes", "Bytes of answers that clients have not taken yet.",
                Double(service.waitingBytes.count)
            ),
            ("geoq_store_bytes", "Bytes of the store and its index.", Double(service.live.byteCount)),
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
