import Foundation
import TestSupport

/// An import of standard input that is in the middle of its file, for as long
/// as a test wants.
final class SlowImport {
    private let process: Process
    private let source = Pipe()
    private let errorPipe = Pipe()

    /// Starts an import of hotspots and feeds it rows until it is writing.
    ///
    /// - Parameter rows: more than fit what is read to recognize the format.
    init(into db: String, rows: Range<Int>) async throws {
        process = GeoqProcess.prepared(["import", "-", "--as", "hotspots", "--db", db, "--source", "slow"])
        (process.standardInput, process.standardError) = (source, errorPipe)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var text = "id,name,lat,lon\n"
        for row in rows { text += "\(row),Place number \(row),\(Double(row % 170) - 85),\(Double(row % 350) - 175)\n" }
        try source.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try await eventually { try Self.isWriteLocked(db) }
    }

    var id: Int32 { process.processIdentifier }

    /// Ends the file and waits.
    ///
    /// - Returns: the exit code and the messages.
    func finish() throws -> (status: Int32, errors: String) {
        try source.fileHandleForWriting.close()
        return try end()
    }

    /// Waits for the end, whether normal or not.
    func end() throws -> (status: Int32, errors: String) {
        let words = try errorPipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: words, as: UTF8.self))
    }

    /// Whether it ended by a signal; then `status` is the signal's number.
    var wasSignalled: Bool { process.terminationReason == .uncaughtSignal }

    /// Whether another process is in the middle of a write.
    static func isWriteLocked(_ db: String) throws -> Bool {
        try Tool.sqlite3(db, "BEGIN IMMEDIATE; ROLLBACK").errors.contains("database is locked")
    }
}
