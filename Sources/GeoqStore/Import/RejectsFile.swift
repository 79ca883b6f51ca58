import Foundation
import Geoq
import GeoqFiles
import GeoqFormats

/// Refused rows as CSV (RFC 4180): place, problem, reason, and the row as the
/// file has it.
final class RejectsFile {
    private let path: String
    private let handle: FileHandle
    private var pending = Array("file,line,element,column,value,reason,hint,row\n".utf8)

    /// - Throws: `StoreError.failed` when the file cannot be made.
    init(path: String) throws {
        self.path = path
        // What is there is written to, and not replaced: it may be a link, a pipe or a device.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw StoreError.failed(
                path: path, reason: "the file for rejected rows cannot be made: \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ problem: RowProblem, raw: [UInt8]) throws {
        let fields = [
            problem.file, String(problem.line), problem.element ?? "", problem.column ?? "", problem.value ?? "",
            problem.reason, problem.hint ?? "", String(decoding: raw, as: UTF8.self),
        ]
        for (index, field) in fields.enumerated() {
            if index > 0 { pending.append(UInt8(ascii: ",")) }
            pending.appendCSV(field.isEmpty ? .null : .text(field))
        }
        pending.append(UInt8(ascii: "\n"))
        if pending.count > 1 << 16 { try flush() }
    }

    func close() throws {
        try flush()
        try handle.close()
    }

    private func flush() throws {
        if let code = writeAll(pending, to: handle.fileDescriptor) {
            throw StoreError.failed(
                path: path, reason: "refused rows cannot be written: \(String(cString: strerror(code)))")
        }
        pending.removeAll(keepingCapacity: true)
    }
}
