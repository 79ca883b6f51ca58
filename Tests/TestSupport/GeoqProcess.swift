package import Foundation

/// The command, run as a user runs it: its own process, its own exit code.
package struct GeoqProcess {
    package let output: String
    package let errors: String
    package let status: Int32

    /// Beside the test bundle.
    package static let executable: URL = {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.isExecutableFile(atPath: folder.appending(path: "geoq").path) {
            folder = folder.deletingLastPathComponent()
        }
        if folder.path != "/" { return folder.appending(path: "geoq") }
        return Checkout.root.appending(path: ".build/debug/geoq")
    }()

    @discardableResult
    package init(_ arguments: [String], input: String? = nil, environment: [String: String] = [:]) throws {
        try self.init(arguments, bytes: input.map { Data($0.utf8) }, environment: environment)
    }

    /// - Parameter bytes: the contents of standard input.
    package init(_ arguments: [String], bytes: Data?, environment: [String: String] = [:]) throws {
        let process = Self.prepared(arguments, environment: environment)
        let (out, err, source) = (Pipe(), Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (out, err, source)
        try process.run()
        if let bytes { try source.fileHandleForWriting.write(contentsOf: bytes) }
        try source.fileHandleForWriting.close()
        let text = try out.fileHandleForReading.readToEnd() ?? Data()
        let words = try err.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: text, as: UTF8.self)
        errors = String(decoding: words, as: UTF8.self)
        status = process.terminationStatus
    }

    /// A process that is not started yet, without the variables of the caller's
    /// environment that the command obeys.
    package static func prepared(_ arguments: [String], environment: [String: String] = [:]) -> Process {
        // A shell makes its background jobs ignore interrupts, and their
        // children inherit that.
        signal(SIGINT, SIG_DFL)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        for name in ["GEOQ_DB", "GEOQ_FORMAT", "NO_COLOR", "TERM", "COLUMNS"] { variables[name] = nil }
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    package var lines: [Substring] { output.split(separator: "\n") }
}

extension GeoqProcess {
    /// What runs a command as a user who may not write where writing is forbidden: nothing is needed, unless this is root.
    package static var nobody: [String] {
        let other = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        return geteuid() == 0 ? other : []
    }

    /// Runs the command as a user who may not write where writing is forbidden: this one, unless it is root, who may.
    ///
    /// - Parameter environment: such words as `HOME=/somewhere`.
    package static func asNobody(_ arguments: [String], environment: [String] = []) throws -> Tool.Run {
        let words = nobody + ["/usr/bin/env"] + environment
        return try Tool.run(words[0], words.dropFirst() + [executable.path] + arguments)
    }
}
