import Foundation
import Geoq
package import GeoqFormats

/// A folder: its files, and those of folders in it.
package final class FolderInput: MeasuredInput {
    package static let memberLimit = 10_000
    /// How deep folders may be nested.
    package static let mostLevels = 10
    package let name: String
    package let members: [String]
    /// Pipes, links to folders, and folders that lie too deep.
    package let leftOut: [LeftOutMember]
    private let path: String
    private let known: Set<String>
    private var current: FileStream?
    private var bytesBefore = 0

    package init(path: String) throws {
        self.path = path
        name = Self.name(ofFolder: path)
        var walk = Walk(path: path)
        try walk.list("", level: 1)
        (members, leftOut) = (walk.members.sorted(), walk.leftOut)
        known = Set(members)
    }

    /// The last part of a folder's path. Every folder is called `.` from within, and none by that name
    /// can be told from another as a source: there, and for `..`, it is the name that the system knows.
    private static func name(ofFolder path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        guard last == "." || last == "..", let whole = realpath(path, nil) else { return last }
        defer { free(whole) }
        return String(cString: whole).split(separator: "/").last.map(String.init) ?? last
    }

    /// A shapefile: its `.shp`, and the files beside it that have its name, in letters of any case, and belong to
    /// it. Another shapefile's name may differ in case alone: its files are left out, and of two files that differ in
    /// case alone that of the very name counts.
    package init(shapefile path: String) throws {
        let file = URL(filePath: path)
        let folder = file.deletingLastPathComponent()
        let stem = file.deletingPathExtension().lastPathComponent
        self.path = folder.path
        name = file.lastPathComponent
        let parts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { entry in
            let part = URL(filePath: entry)
            return part.deletingPathExtension().lastPathComponent.lowercased() == stem.lowercased()
                && ["shp", "dbf", "prj", "cpg"].contains(part.pathExtension.lowercased())
                && FileStream.kind(folder.path + "/" + entry) == .file
        }
        func rank(_ entry: String) -> Int {
            entry == file.lastPathComponent ? 0 : entry.hasPrefix(stem + ".") ? 1 : 2
        }
        func ownName(of entry: String) -> Substring { entry.dropLast(4) }
        // Where the file system takes letters of any case for the same, the path may have others than the folder's list:
        // then the only such file is meant.
        let isListed = parts.contains { rank($0) == 0 }
        let others =
            isListed ? Set(parts.filter { rank($0) == 2 && $0.lowercased().hasSuffix(".shp") }.map(ownName)) : []
        members = parts.filter { entry in
            !others.contains(ownName(of: entry))
                && !parts.contains { $0.lowercased() == entry.lowercased() && rank($0) < rank(entry) }
        }.sorted()
        leftOut = []
        known = Set(members)
    }

    /// Lists a folder and those in it.
    private struct Walk {
        let path: String
        var members: [String] = []
        var leftOut: [LeftOutMember] = []

        /// - Parameter folder: its path within the input, with a `/` behind it.
        mutating func list(_ folder: String, level: Int) throws {
            let place = path + "/" + folder
            // FileManager gives no reason for a failure.
            guard let handle = opendir(place) else {
                throw InputError.unreadable(place, reason: String(cString: strerror(errno)))
            }
            closedir(handle)
            for entry in try FileManager.default.contentsOfDirectory(atPath: place).sorted() {
                let member = folder + entry
                switch FileStream.kind(path + "/" + member) {
                case .file:
                    members.append(member)
                    if members.count > FolderInput.memberLimit {
                        throw InputError.tooManyMembers(path, limit: FolderInput.memberLimit)
                    }
                case .folder where Walk.isLink(path + "/" + member):
                    leftOut.append(LeftOutMember(name: member, reason: "a link to a folder"))
                case .folder where level == FolderInput.mostLevels:
                    leftOut.append(
                        LeftOutMember(name: member, reason: "a folder within \(FolderInput.mostLevels) others"))
                case .folder: try list(member + "/", level: level + 1)
                case nil: leftOut.append(LeftOutMember(name: member, reason: "a link to nothing"))
                default: leftOut.append(LeftOutMember(name: member, reason: "a pipe or a device"))
                }
            }
        }

        private static func isLink(_ path: String) -> Bool {
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        }
    }

    package func open(_ member: String) throws -> any ByteStream {
        let stream = try FileStream(path: location(member))
        bytesBefore = bytesRead
        current = stream
        return try Packing.unpacked(stream, name: "\(name)/\(member)")
    }

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        try readFirst(
            of: try Packing.unpacked(try FileStream(path: location(member)), name: "\(name)/\(member)"), count)
    }

    package func archive(in member: String) throws -> (any ImportInput)? {
        let (path, title) = (try location(member), "\(name)/\(member)")
        guard try Packing(FileStream(path: path).first(Packing.prefixLength)) != nil else {
            return try ArchiveInput(path: path, name: title)
        }
        return try spooledArchive(try open(member), name: title)
    }

    /// Opens only members that were listed: no name from a file can lead
    /// elsewhere.
    private func location(_ member: String) throws -> String {
        guard known.contains(member) else { throw InputError.missing("\(name)/\(member)") }
        return path + "/" + member
    }

    package var bytesRead: Int { bytesBefore + (current?.bytesRead ?? 0) }
    package var bytesInAll: Int? { nil }
}
