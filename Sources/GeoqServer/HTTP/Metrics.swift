import GeoqFormats
import Synchronization

/// Counts requests and how long they took, for `/metrics`.
final class Metrics: Sendable {
    /// Upper bounds of the histogram, in seconds.
    static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5]

    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Latency {
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var sum = 0.0

        mutating func add(_ seconds: Double, bucket: Int) {
            buckets[bucket] += 1
            sum += seconds
        }
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var latencies: [String: Latency] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter route: the path of the endpoint, never that of the request:
    ///   clients must not invent labels.
    func record(route: String, method: String, status: Int, duration: Duration) {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.requests[Key(route: route, method: method, status: status), default: 0] += 1
            state.latencies[route, default: Latency()].add(seconds, bucket: bucket)
        }
    }

    /// The Prometheus text format, version 0.0.4.
    ///
    /// - Parameter gauges: name, help and present value.
    func text(gauges: [(name: String, help: String, value: Double)]) -> String {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP geoq_http_requests_total Requests that were answered.", "# TYPE geoq_http_requests_total counter",
        ]
        let keys = state.requests.keys.sorted { ($0.route, $0.method, $0.status) < ($1.route, $1.method, $1.status) }
        for key in keys {
            lines.append(
                "geoq_http_requests_total{route=\"\(key.route)\",method=\"\(key.method)\",status=\"\(key.status)\"} "
                    + "\(state.requests[key] ?? 0)")
        }
        let name = "geoq_http_request_duration_seconds"
        lines += ["# HELP \(name) From the head of a request to its answer.", "# TYPE \(name) histogram"]
        for (route, latency) in state.latencies.sorted(by: { $0.key < $1.key }) {
            var sum = 0
            for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], latency.buckets) {
                sum += count
                lines.append("\(name)_bucket{route=\"\(route)\",le=\"\(bound)\"} \(sum)")
            }
            lines.append("\(name)_sum{route=\"\(route)\"} \(latency.sum)")
            lines.append("\(name)_count{route=\"\(route)\"} \(sum)")
        }
        for gauge in gauges {
            lines += [
                "# HELP \(gauge.name) \(gauge.help)", "# TYPE \(gauge.name) gauge", "\(gauge.name) \(gauge.value)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
