import Foundation
import Geoq

/// An input that knows how much of it has been read.
protocol MeasuredInput: ImportInput {
    var bytesRead: Int { get }
    /// nil when it is not known.
    var bytesInAll: Int? { get }
}

extension MeasuredInput {
    /// The name without its endings: the source of a file whose format has none.
    var baseName: String {
        let name = self.name.split(separator: "/").last.map(String.init) ?? self.name
        guard let first = name.split(separator: ".").first, !first.isEmpty else { return name }
        return String(first)
    }

    func makeSpool() throws -> any KeyedSpool {
        try SpoolTable()
    }
}

/// Opens what a path names: a file, a folder, an archive, or standard input.
func openInput(_ path: String) throws -> any MeasuredInput {
    if path == "-" { return try StandardInput.open() }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw InputError.missing(path)
    }
    if isFolder.boolValue { return try FolderInput(path: path) }
    return try openFile(path, name: String(path.split(separator: "/").last ?? Substring(path)))
}

/// A plain file, or an archive by its first bytes.
func openFile(_ path: String, name: String) throws -> any MeasuredInput {
    let first = try FileStream(path: path).first(6)
    if ArchiveInput.isArchive(first) { return try ArchiveInput(path: path, name: name) }
    return FileInput(path: path, name: name)
}

/// What cannot be read.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(String)
    case unreadable(String, reason: String)
    /// An archive, or a compressed file, whose bytes are not what they say.
    case damagedArchive(String, reason: String)
    case tooManyMembers(String, limit: Int)

    public var description: String {
        switch self {
        case .missing(let path): "no file at \(path)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .damagedArchive(let path, let reason): "\(path) is damaged or cut short: \(reason)"
        case .tooManyMembers(let path, let limit): "\(path) has more than \(limit) files; import one of them"
        }
    }
}
