import Foundation

/// The machine, and the best that it can do.
struct Machine: Codable {
    var processor: String
    var cores: Int
    /// Name, number: nanoseconds or GB/s, as Peers/limits.cpp says.
    var limits: [String: Double]

    /// - Parameter program: Peers/limits.cpp, built; nil when it could not be
    ///   built.
    init(limits program: String?) {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        limits = [:]
        guard let program, let run = try? Command.run([program]), run.status == 0 else { return }
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: "\t")
            if parts.count == 2, let number = Double(parts[1]) { limits[String(parts[0])] = number }
        }
    }

    var lines: [String] {
        var line = "\(processor), \(cores) cores"
        if let call = limits["geod_inverse"] { line += "; geod_inverse \(call) ns a call" }
        if let miss = limits["cache line"] { line += "; a random cache line \(miss) ns" }
        if let read = limits["sequential read"] { line += "; sequential read \(read) GB/s" }
        return [line]
    }
}
