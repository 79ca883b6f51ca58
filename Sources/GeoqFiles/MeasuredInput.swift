import Foundation
import Geoq
package import GeoqFormats

/// An input that knows how much of it has been read.
package protocol MeasuredInput: ImportInput {
    var bytesRead: Int { get }
    /// nil when the size is not known.
    var bytesInAll: Int? { get }
    /// The name of the source, when the format gives none; nil when the input
    /// has no name that could be one.
    var sourceName: String? { get }
}

extension MeasuredInput {
    package var sourceName: String? { baseName(name) }
}

/// Opens what a path names: a file, a folder, an archive, or something that
/// can be read once; `-` is standard input.
package func openInput(
    _ path: String, isLive: Bool = false, _ patience: InputPatience = InputPatience()
) throws -> any MeasuredInput {
    if path == "-" { return try PipeInput.standardInput(isLive: isLive, patience) }
    var status = stat()
    guard stat(path, &status) == 0 else {
        throw errno == ENOENT || errno == ENOTDIR
            ? InputError.missing(path) : InputError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return try FolderInput(path: path)
    case S_IFREG where !PipeInput.isStandardInput(path):
        return try openFile(path, name: String(path.split(separator: "/").last ?? Substring(path)))
    default: return try PipeInput.open(path: path, isLive: isLive, patience)
    }
}

/// Opens what areas are read from: as `openInput`, but of a `.shp` the files beside it
/// that belong to it, too.
package func openAreas(_ path: String, _ patience: InputPatience = InputPatience()) throws -> any MeasuredInput {
    var status = stat()
    guard path.lowercased().hasSuffix(".shp"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return try openInput(path, patience)
    }
    return try FolderInput(shapefile: path)
}

/// A file, or an archive by its first bytes.
private func openFile(_ path: String, name: String) throws -> any MeasuredInput {
    let first = try FileStream(path: path).first(ArchiveKind.prefixLength)
    if ArchiveKind(first) != nil { return try ArchiveInput(path: path, name: name) }
    guard Packing(first) != nil else { return FileInput(path: path, name: name) }
    let stream = try Packing.unpacked(try FileStream(path: path), name: name)
    switch ArchiveKind(try readFirst(of: stream, ArchiveKind.prefixLength)) {
    case nil: return FileInput(path: path, name: name)
    case .tar: return try ArchiveInput(tarAt: path, name: name)
    case .zip, .sevenZip:
        let whole = try Packing.unpacked(try FileStream(path: path), name: name)
        guard let archive = try spooledArchive(whole, name: name) else {
            throw InputError.damagedArchive(name, reason: "it changed while it was read")
        }
        return archive
    }
}

/// Why an input cannot be read.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file has this path.
    case missing(String)
    /// The system does not let the file of this path be read.
    case unreadable(String, reason: String)
    /// An archive, or a compressed file, whose bytes are not what they say.
    case damagedArchive(String, reason: String)
    /// An archive whose files only a password opens.
    case encrypted(String)
    /// An archive with more files than the limit.
    case tooManyMembers(String, limit: Int)
    /// A compressed file that would become longer by more than this factor.
    case expandsTooMuch(String, times: Int)
    /// Neither the input's name nor its format tells what its source is.
    case nameless(String)

    /// Whether a path is an address on the web.
    package static func isAddress(_ path: String) -> Bool {
        let path = path.lowercased()
        return ["http://", "https://", "ftp://"].contains { path.hasPrefix($0) }
    }

    public var description: String {
        switch self {
        case .missing(let path) where Self.isAddress(path): "\(path) is an address, and not a file; download it first"
        case .missing(""): "the name of a file is empty, as of a variable that is not set"
        case .missing(let path): "no file at \(path)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .damagedArchive(let path, let reason): "\(path) is damaged or cut short: \(reason)"
        case .encrypted(let path): "\(path) is encrypted; unpack it with its password first"
        case .tooManyMembers(let path, let limit): "\(path) has more than \(limit) files; import one of them"
        case .expandsTooMuch(let path, let times):
            "\(path) becomes more than \(times) times as long when it is unpacked; unpack it first if that is right"
        case .nameless(let path): "\(path) is a pipe, which has no name for the source of its rows"
        }
    }
}

extension InputError: DamagedInput {
    package var damage: String? {
        switch self {
        case .damagedArchive(_, let reason): "it is damaged or cut short: \(reason)"
        case .encrypted: "it is encrypted; unpack it with its password first"
        case .tooManyMembers(_, let limit): "it has more than \(limit) files; import one of them"
        case .expandsTooMuch(_, let times):
            "it becomes more than \(times) times as long when it is unpacked; unpack it first if that is right"
        case .missing, .unreadable, .nameless: nil
        }
    }
}
