import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

/// The route to ask along: a file or a short text.
struct RouteArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A file of GPX, GeoJSON, KML or WKT, - for standard input; or lat,lon;lat,lon;..., GeoJSON, WKT or an encoded polyline.",
            valueName: "route"), completion: .file())
    var route: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many decimals an encoded polyline has: 5, if not given, or 6.", valueName: "5|6"))
    var precision: Int?

    private var decimals: Int { precision ?? 5 }

    func validate() throws {
        if route.allSatisfy(\.isWhitespace) { throw ValidationError("Give a route: a file, or lat,lon;lat,lon;...") }
        guard [5, 6].contains(decimals) else {
            throw ValidationError("--precision \(decimals): an encoded polyline has 5 decimals, or 6.")
        }
    }

    /// Whether a person typed the positions, and may have swapped latitudes and longitudes.
    var isTyped: Bool { !isFile && RouteText.isPositions(route) }

    private var isFile: Bool { route == "-" || FileManager.default.fileExists(atPath: route) }

    private static let work = WaitingWork("geoq.route")

    /// The route. A file is read on a thread that may wait for it. What was guessed or
    /// left out is told, unless `quiet`.
    ///
    /// - Throws: `FileProblem`, `RouteProblem`, `InputError`; `ValidationError` when decimals
    ///   are given for a route that is no encoded polyline.
    func read(quiet: Bool = false) async throws -> Route {
        if isFile {
            let (read, name) = try await Self.work.run { [route, decimals] in
                let input = try openInput(route, Terminal.patience)
                return (try readRoute(input, precision: decimals), input.name)
            }
            return try told(read, of: name, quiet: quiet)
        }
        let read: Route
        do {
            read = try RouteText.read(route, precision: decimals)
        } catch {
            if InputError.isAddress(route) { throw InputError.missing(route) }
            // More likely a file's name than a damaged polyline.
            guard error.mayBePrecision || RouteText.isPositions(route) else {
                throw NoRoute(text: route, problem: error)
            }
            throw error
        }
        return try told(read, of: "the route", quiet: quiet)
    }

    /// The route, after what there is to say of it is said.
    private func told(_ read: Route, of name: String, quiet: Bool) throws -> Route {
        if let precision, read.format != .polyline {
            throw ValidationError(
                "--precision \(precision) is for an encoded polyline, and \(TerminalText.neutralized(name, limit: 200)) is none; leave the option out."
            )
        }
        if !quiet { say(read, of: name) }
        return read
    }

    private func say(_ route: Route, of name: String) {
        var parts: [String] = []
        if route.format == .polyline { parts.append("read as an encoded polyline of \(route.positionCount) positions") }
        let gaps = route.segments.count - 1
        if gaps > 0 {
            parts.append(
                "\(route.segments.count) segments; the gap\(gaps == 1 ? "" : "s") between them \(gaps == 1 ? "is" : "are") not traveled"
            )
        }
        parts += route.notes
        if !parts.isEmpty {
            Terminal.say("\(TerminalText.neutralized(name, limit: 200)): \(parts.joined(separator: "; "))")
        }
    }
}

/// A word is neither a file's name nor a route.
struct NoRoute: Error, CustomStringConvertible {
    let text: String
    let problem: RouteProblem

    var description: String {
        "there is no file \(TerminalText.neutralized(text, limit: 200)), and it is no route itself: \(problem)"
    }
}
