import Foundation
import Geoq
import Workload

/// The command from start to exit, beside the `spatialite` tool on the same
/// store; medians.
struct CommandMeasurements: Codable {
    /// How many points the store has.
    let points: Int
    /// `geoq import`, once; nil when an earlier run had done it.
    var importSeconds: Double?
    /// `geoq near --km 10`
    var nearSeconds: Double?
    /// `spatialite :memory: "select 1"`
    var emptyToolSeconds: Double?
    /// The question of `geoq near`, asked of the `spatialite` tool.
    var toolSeconds: Double?

    /// - Parameters:
    ///   - table: the points as CSV.
    ///   - isAnew: imports anew; otherwise an earlier run's store is used.
    ///   - place: the center of the question.
    /// A command that cannot be run has no number.
    init(geoq: String, store: String, table: String, points: Int, isAnew: Bool, place: Coordinate) {
        self.points = points
        if isAnew {
            for suffix in ["", "-wal", "-shm", ".index"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            say("geoq import of \(points) points")
            importSeconds = ShellCommand.seconds([geoq, "import", table, "--as", "hotspots", "--db", store, "-q"])
        }
        guard FileManager.default.fileExists(atPath: store) else { return }
        let near = ShellCommand.near(
            geoq, store: store, latitude: place.latitude, longitude: place.longitude, kilometers: 10)
        let tool = Command.find("spatialite")
        // First build the index and bring the files into memory.
        _ = ShellCommand.seconds(near)
        var times: (near: [Double], empty: [Double], tool: [Double]) = ([], [], [])
        for round in 1...15 {
            say("commands, round \(round) of 15")
            if let seconds = ShellCommand.seconds(near) { times.near.append(seconds) }
            guard let tool else { continue }
            if let seconds = ShellCommand.seconds([tool, ":memory:", "select 1"]) { times.empty.append(seconds) }
            if let seconds = ShellCommand.seconds([tool, store, Self.sql(place)]) { times.tool.append(seconds) }
        }
        say("")
        nearSeconds = times.near.isEmpty ? nil : Results.median(times.near)
        emptyToolSeconds = times.empty.isEmpty ? nil : Results.median(times.empty)
        toolSeconds = times.tool.isEmpty ? nil : Results.median(times.tool)
    }

    /// Places within 10 km, nearest first, with the columns that geoq gives.
    private static func sql(_ place: Coordinate) -> String {
        let here = "MakePoint(\(place.longitude), \(place.latitude), 4326)"
        let height = 10_000 / 110_574.0 * 1.001
        let width = min(10_000 / (111_319 * cos((abs(place.latitude) + height) * .pi / 180)) * 1.01, 180)
        let box =
            "BuildMbr(\(place.longitude - width), \(place.latitude - height), "
            + "\(place.longitude + width), \(place.latitude + height), 4326)"
        return """
            SELECT id, name, lat, lon, ST_Distance(geom, \(here), 1) AS meters, locality, source, source_id
            FROM hotspot WHERE ROWID IN
                (SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'hotspot' AND search_frame = \(box))
            AND meters <= 10000 ORDER BY meters, id
            """
    }

    /// The lines of a table.
    var lines: [String] {
        func text(_ seconds: Double?) -> String { seconds.map(Report.duration) ?? "not measured" }
        var lines = [
            "Commands from start to exit, a store of \(points): geoq near --km 10 \(text(nearSeconds));"
                + " spatialite :memory: \"select 1\" \(text(emptyToolSeconds));"
                + " the same question of spatialite \(text(toolSeconds))."
        ]
        if let importSeconds {
            lines.append("geoq import of \(points) points, once: \(Report.duration(importSeconds)).")
        }
        return lines
    }

    var targets: [Target] {
        [
            Target(
                "geoq near --km 10, start to exit", "0.5 × an empty spatialite",
                Report.quotient(nearSeconds, emptyToolSeconds), atMost: 0.5),
            Target(
                "geoq near --km 10, start to exit", "0.333 × the spatialite tool",
                Report.quotient(nearSeconds, toolSeconds), atMost: 1.0 / 3),
        ]
    }
}
