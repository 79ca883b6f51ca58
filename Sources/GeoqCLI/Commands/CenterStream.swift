import ArgumentParser
import Foundation
import Geoq
import GeoqStore

/// `geoq near -`: many centers from standard input, each answered before the
/// next is read.
struct CenterStream {
    let store: Store
    let output: OutputOptions

    /// - Throws: what answering throws; `ExitCode` 65 at the end when a line was
    ///   not a center. The other lines were answered.
    func run(_ question: (Coordinate) throws -> Query) async throws {
        // What the columns are does not depend on the center.
        let anywhere = try question(try Coordinate(latitude: 0, longitude: 0))
        let shape = try HitFeatures(query: anywhere, fields: output.chosenFields, format: output.chosenFormat)
        let columns = shape.tableColumns(unit: output.unit, chosen: output.chosenFields)
        let writer = FeatureWriter(
            output.chosenFormat, fields: shape.names + ["center"],
            table: TableLayout(
                columns: [TableColumn("center", field: "center")] + columns, terminalWidth: Terminal.width,
                isStyled: Terminal.isStyled), output: Terminal.write)
        var (number, bad, found) = (0, 0, 0)
        while let line = readLine() {
            number += 1
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix("#") || number == 1 && Self.isHeader(text) { continue }
            guard let center = Self.center(text) else {
                bad += 1
                Terminal.say(
                    "geoq: standard input: line \(number): \(TerminalText.neutralized(text, limit: 200)) is not a center; write lat,lon or {\"lat\":…,\"lon\":…}"
                )
                continue
            }
            let query = try question(center.coordinate)
            let hits = try HitFeatures(
                query: query, fields: output.chosenFields, format: output.chosenFormat)
            let label = center.label ?? "\(number)"
            for feature in try await hits.answer(store).features {
                found += 1
                var feature = feature
                feature.fields.append(.init("center", .text(label)))
                try writer.write(feature)
            }
            try writer.flush()
        }
        try writer.finish()
        try? await store.tendIndex()
        if bad > 0 { throw ExitCode(Failure.badData) }
        if output.exitStatus && found == 0 { throw ExitCode(Failure.nothingFound) }
    }

    /// `lat,lon`, `lat,lon,label` or an object with `lat`, `lon` and perhaps
    /// `id` or `name`.
    private static func center(_ line: String) -> (coordinate: Coordinate, label: String?)? {
        if line.hasPrefix("{") {
            guard let object = try? JSONDecoder().decode(CenterObject.self, from: Data(line.utf8)),
                let place = try? Coordinate(latitude: object.lat, longitude: object.lon)
            else { return nil }
            return (place, object.id ?? object.name)
        }
        let parts = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let place = try? ArgumentText.place("\(parts[0]),\(parts[1])") else { return nil }
        return (place, parts.count == 3 ? String(parts[2]) : nil)
    }

    private static func isHeader(_ line: String) -> Bool {
        line.lowercased().hasPrefix("lat")
    }

    private struct CenterObject: Decodable {
        let lat: Double
        let lon: Double
        let id: String?
        let name: String?
    }
}
