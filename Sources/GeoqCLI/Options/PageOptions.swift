import ArgumentParser
import Foundation
import Geoq

/// Which part of the answer to give.
struct PageOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many hits at most.", valueName: "count"),
        transform: ArgumentText.count)
    var limit: Int?

    // The cursor of a box begins with a dash.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The next page: what the page before said it ended with.", valueName: "distance,id,version"))
    var after: String?

    @Option(
        help: ArgumentHelp(
            "Write what --after needs for the next page to a file, such as /dev/fd/3; nothing on the last page.",
            valueName: "file"),
        completion: .file())
    var next: String?

    func validate() throws {
        if let after, PageCursor(after) == nil {
            throw ValidationError("--after \(after) is not the end of a page: distance,id,version.")
        }
        if next != nil, limit == nil {
            throw ValidationError("--next goes with --limit: without it there is one page.")
        }
        try OutputFile.check(next, of: "--next")
    }

    /// Refuses options that continue one question, for many questions.
    func checkMany() throws {
        if after != nil { throw ValidationError("--after continues one question, not many.") }
        if next != nil { throw ValidationError("--next tells of the pages of one question, not of many.") }
    }

    /// Writes where the next page begins, in a form that a program can read.
    ///
    /// - Parameter cursor: nil when this page is the last.
    func tellNext(_ cursor: PageCursor?) throws {
        if let cursor { Terminal.say("next page: --after \(cursor)") }
        guard let next else { return }
        guard let file = Self.opened(next) else {
            throw OutputError(path: next, reason: String(cString: strerror(errno)))
        }
        let text = cursor.map { "\($0)\n" } ?? ""
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else {
            throw OutputError(path: next, reason: String(cString: strerror(errno)))
        }
    }

    /// A file to write to. A descriptor that the shell has opened is taken as it is: to open its file anew would empty it.
    private static func opened(_ path: String) -> UnsafeMutablePointer<FILE>? {
        let names = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
        let numbered = path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
        guard let descriptor = names[path] ?? numbered else { return fopen(path, "w") }
        let copy = dup(descriptor)
        return copy < 0 ? nil : fdopen(copy, "w")
    }

    func apply(to query: inout Query) {
        query.limit = limit
        query.after = after.flatMap { PageCursor($0) }
    }
}
