import ArgumentParser
import Foundation

/// One line of the peers' protocol: `VARIANT/QUESTION/QUERIES/SAMPLES`.
struct Task: Hashable {
    var variant: String
    var question: String
    var queries: Int
    var samples: Int

    init(variant: String, question: String, queries: Int, samples: Int) {
        (self.variant, self.question, self.queries, self.samples) = (variant, question, queries, samples)
    }

    init(_ line: String) throws {
        let parts = line.split(separator: "/").map(String.init)
        guard parts.count == 4, let queries = Int(parts[2]), let samples = Int(parts[3]) else {
            throw ValidationError("\(line) is not VARIANT/QUESTION/QUERIES/SAMPLES.")
        }
        self.init(variant: parts[0], question: parts[1], queries: queries, samples: samples)
    }

    var line: String { "\(variant)/\(question)/\(queries)/\(samples)" }
}

/// A digest of an answer: the number of hits, their order, and their set.
struct Sample: Hashable {
    var query: Int
    var count: Int
    var order: String
    var set: String

    /// The hashes of `print_sample` in Peers/peer.hpp.
    init(query: Int, count: Int, ids: [UInt32]) {
        var order: UInt64 = 0xCBF2_9CE4_8422_2325
        var set: UInt64 = 0
        for id in ids {
            order = (order ^ UInt64(id)) &* 0x100_0000_01B3
            set &+= Self.mixed(UInt64(id))
        }
        self.init(query: query, count: count, order: Self.hexadecimal(order), set: Self.hexadecimal(set))
    }

    init(query: Int, count: Int, order: String, set: String) {
        (self.query, self.count, self.order, self.set) = (query, count, order, set)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A subject's reply to one task.
struct Reply {
    var buildSeconds: Double?
    var bytes: Int?
    var samples: [Sample] = []
    /// Queries, seconds in all, hits in all.
    var time: (queries: Int, seconds: Double, hits: Int)?
    /// The largest difference from `geod_inverse`, in meters.
    var worstError: Double?

    init(lines: [Substring]) {
        for line in lines {
            let parts = line.split(separator: "\t")
            switch parts.first {
            case "build" where parts.count == 2: buildSeconds = Double(parts[1])
            case "bytes" where parts.count == 2: bytes = Int(parts[1])
            case "error" where parts.count == 2: worstError = Double(parts[1])
            case "sample" where parts.count == 5:
                samples.append(
                    Sample(
                        query: Int(parts[1]) ?? 0, count: Int(parts[2]) ?? -1, order: String(parts[3]),
                        set: String(parts[4])))
            case "time" where parts.count == 4:
                if let queries = Int(parts[1]), let seconds = Double(parts[2]), let hits = Int(parts[3]) {
                    time = (queries, seconds, hits)
                }
            default: break
            }
        }
    }
}
