import Foundation

/// A subject that is ready to be asked.
protocol RunningSubject: AnyObject {
    /// Does a task of the peers' protocol.
    func ask(_ task: String) throws -> Reply
    func stop()
}

/// A subject as a process: tasks go to its standard input, replies come from
/// its standard output.
final class SubjectProcess: RunningSubject {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    init(_ command: [String]) throws {
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Asks and waits for the reply.
    ///
    /// - Throws: `SubjectError` when it has ended instead.
    func ask(_ task: String) throws -> Reply {
        try input.fileHandleForWriting.write(contentsOf: Data((task + "\n").utf8))
        var lines: [Substring] = []
        while true {
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
                pending = Data(pending[pending.index(after: end)...])
                if line == "done" { return Reply(lines: lines) }
                lines.append(Substring(line))
            }
            let read = output.fileHandleForReading.availableData
            if read.isEmpty { throw SubjectError(task: task, status: ended()) }
            pending.append(read)
        }
    }

    /// Lets it end.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func ended() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// A subject ended in the middle of a task.
struct SubjectError: Error, CustomStringConvertible {
    let task: String
    let status: Int32
    var description: String { "ended with status \(status) at \(task)" }
}
