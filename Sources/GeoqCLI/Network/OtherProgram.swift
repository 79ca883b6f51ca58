import Foundation

/// The programs beside `geoq`, with libraries that no other command should have
/// to load: `geoq-serve` and `geoq-net`. `make install` puts them into
/// `libexec`.
enum OtherProgram {
    /// Replaces this process by another program; the terminal, the environment
    /// and the process's number stay.
    ///
    /// - Parameter words: Its arguments. Others see them, so they hold no
    ///   secret.
    /// - Throws: `ProgramMissing`.
    static func become(_ name: String, _ words: some Sequence<String>) throws -> Never {
        let own = URL(filePath: ProcessInfo.processInfo.arguments[0])
        let running = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
            URL(filePath: $0)
        }
        let folder = (running ?? own).resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [folder.appending(path: name), folder.appending(path: "../libexec/\(name)").standardized]
        guard let program = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })?.path else {
            throw ProgramMissing(name: name, places: places.map(\.path))
        }
        var arguments = ([program] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        throw ProgramMissing(name: name, places: [program])
    }
}

/// A program is missing from its place.
struct ProgramMissing: Error, CustomStringConvertible {
    let name: String
    let places: [String]

    var description: String {
        "\(name) is not at \(places.joined(separator: " or ")); build it with: swift build --product \(name)"
    }
}
