import Foundation

/// A program run to its end.
enum Command {
    /// - Returns: its output and exit code; its standard error is dropped.
    static func run(_ words: [String]) throws -> (output: String, status: Int32) {
        let process = process(words)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// The same from another folder, with all output to a file.
    static func run(_ words: [String], folder: String, output path: String) throws -> Int32 {
        let process = process(words)
        FileManager.default.createFile(atPath: path, contents: nil)
        let output = try FileHandle(forWritingTo: URL(filePath: path))
        process.currentDirectoryURL = URL(filePath: folder)
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        process.waitUntilExit()
        try output.close()
        return process.terminationStatus
    }

    /// Where a program is; nil when it is not on the path.
    static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func process(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
