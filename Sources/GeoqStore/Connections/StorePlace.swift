import Foundation

/// Where the file of a store is, whatever name leads to it.
///
/// SQLite keeps its log beside the file itself, and not beside a symbolic link to it. So what geoq looks for or keeps beside
/// the store (the log, the index, pictures, locks) is named after the file, too: under two names it would be there twice.
package enum StorePlace {
    /// Links that lead to links; more are a circle, which the system refuses.
    private static let mostLinks = 40

    /// The path of the file that a name leads to, also of one that is not there yet. Only the last part of a name is looked
    /// at: a link to a folder leads to all that is in it. A name that SQLite would take for something else than a file's
    /// (`file:…`, `:memory:`) is written so that it does not.
    ///
    /// - Complexity: O(links), one call of the system for each.
    package static func path(of name: String) -> String {
        var path = name
        for _ in 0..<mostLinks {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = (path as NSString).deletingLastPathComponent
            let isWhole = target.hasPrefix("/") || folder.isEmpty
            path = isWhole ? target : (folder as NSString).appendingPathComponent(target)
        }
        return path.hasPrefix(":") || path.lowercased().hasPrefix("file:") ? "./" + path : path
    }

    /// Pictures that an earlier version of this program kept beside a link to the store come to the store's own. A picture
    /// that is there already stays.
    ///
    /// - Complexity: O(1), or O(pictures) where there are such ones.
    static func gatherPictures(of name: String, at path: String) {
        guard name != path, let pictures = try? FileManager.default.contentsOfDirectory(atPath: name + pictureSuffix)
        else { return }
        if rename(name + pictureSuffix, path + pictureSuffix) == 0 { return }
        try? FileManager.default.createDirectory(atPath: path + pictureSuffix, withIntermediateDirectories: false)
        for picture in pictures {
            let (old, new) = ("\(name)\(pictureSuffix)/\(picture)", "\(path)\(pictureSuffix)/\(picture)")
            guard access(new, F_OK) != 0 else { continue }
            // The link may be on another disk: a picture has its name only when all of it is there.
            guard let bytes = FileManager.default.contents(atPath: old),
                (try? DurableFile.write(Array(bytes), to: new, by: PhotoFiles.partEnding)) != nil
            else { continue }
            unlink(old)
        }
        // It goes when it is empty.
        rmdir(name + pictureSuffix)
    }

    /// How the folder of a store's pictures is called, behind the store's name.
    static let pictureSuffix = ".photos"
}
