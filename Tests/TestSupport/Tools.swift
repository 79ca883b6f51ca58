import Foundation

/// Programs of others that write to a store, run as their users run them.
package enum Tool {
    /// A program's output, and how it ended.
    package struct Run: Sendable {
        package let lines: [String]
        package let errors: String
        package let status: Int32
    }

    /// Debian's command-line shell of SQLite, without SpatiaLite.
    package static func sqlite3(_ path: String, _ sql: String) throws -> Run {
        try run("/usr/bin/sqlite3", [path, sql])
    }

    /// The shell of SpatiaLite.
    package static func spatialite(_ path: String, _ sql: String) throws -> Run {
        try run("/usr/bin/spatialite", ["-silent", "-noheader", path, sql])
    }

    /// Runs a program to its end.
    package static func run(_ program: String, _ arguments: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let words = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(
            lines: String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init),
            errors: String(decoding: words, as: UTF8.self), status: process.terminationStatus)
    }
}
