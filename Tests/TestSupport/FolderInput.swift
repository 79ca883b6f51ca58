import Foundation
import Geoq
package import GeoqFormats

/// A file or folder of the disk as an input.
package final class FolderInput: ImportInput {
    package let name: String
    package let members: [String]
    private let root: URL
    private let isFolder: Bool

    /// - Parameter only: Of a folder, only these members; all when nil.
    package init(path: String, only: [String]? = nil) throws {
        root = URL(fileURLWithPath: path)
        name = root.lastPathComponent
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw NoSuchMember(member: path)
        }
        isFolder = isDirectory.boolValue
        let found = isFolder ? try FileManager.default.subpathsOfDirectory(atPath: path).sorted() : [name]
        members = found.filter { only?.contains($0) ?? true }
    }

    package func open(_ member: String) throws -> any ByteStream {
        FileStream(try FileHandle(forReadingFrom: url(of: member)))
    }

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: url(of: member))
        defer { try? handle.close() }
        return Array(try handle.read(upToCount: count) ?? Data())
    }

    private func url(of member: String) -> URL {
        isFolder ? root.appendingPathComponent(member) : root
    }
}

private final class FileStream: ByteStream {
    private let handle: FileHandle

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    deinit {
        try? handle.close()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let data = try handle.read(upToCount: buffer.count) else { return 0 }
        buffer.copyBytes(from: data)
        return data.count
    }
}
