import Foundation

/// The command from start to exit: what a person at a shell waits for.
public enum ShellCommand {
    /// `geoq near` around a place, all columns, as JSON in a pipe.
    public static func near(
        _ geoq: String, store: String, latitude: Double, longitude: Double, kilometers: Int
    ) -> [String] {
        [
            geoq, "near", "--db", store, "--lat", "\(latitude)", "--lon", "\(longitude)", "--km", "\(kilometers)", "-f",
            "ndjson",
        ]
    }

    /// The seconds that a program takes; nil when it cannot be run or fails.
    public static func seconds(_ words: [String]) -> Double? {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let start = ContinuousClock.now
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return process.terminationStatus == 0 ? seconds : nil
    }
}
