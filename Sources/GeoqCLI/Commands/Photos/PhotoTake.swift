import ArgumentParser
import Foundation
import Geoq
import GeoqStore

/// `geoq photo take`
struct PhotoTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take the pictures that an older app kept as files.",
        discussion: """
              geoq photo take ~/ObservedBirdPhotos

            A photo of yours that no device has sent names a file. When the folder has a file of this name, \
            it becomes the photo's picture, and the next geoq push or geoq sync sends it. Each photo is taken \
            by itself: run it again for those that are left.

            Exit code 65: a file cannot be used; 1 with -e: no photo is left without a picture.
            """)

    @Argument(help: ArgumentHelp("Where the files are.", valueName: "folder"), completion: .directory)
    var folder: String

    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let preparing = try Networking.needed().preparing
            let store = try storeOptions.open()
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                throw PhotoUnusable(file: folder, reason: "there is no such folder")
            }
            var (taken, left, unusable) = (0, 0, 0)
            let photos = try await store.photos.withoutPicture()
            for photo in photos {
                let file = folder + "/" + photo.imageName
                guard FileManager.default.fileExists(atPath: file) else {
                    left += 1
                    continue
                }
                do {
                    let bytes = try PhotoFile.read(file)
                    do {
                        _ = try preparing.prepare(bytes, for: .observation)
                    } catch {
                        throw PhotoUnusable(file: file, reason: "\(error)")
                    }
                    try await store.photos.give(bytes, to: photo.id)
                    taken += 1
                } catch let error as PhotoUnusable {
                    Terminal.say("geoq: \(error)")
                    unusable += 1
                }
            }
            Terminal.say(
                "\(PhotoRecord.pictures(taken)) taken"
                    + (left > 0 ? "; \(PhotoRecord.photos(left)) left, whose file is not in \(folder)" : ""))
            if unusable > 0 { throw ExitCode(Failure.badData) }
            if exit.exitStatus, photos.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}
