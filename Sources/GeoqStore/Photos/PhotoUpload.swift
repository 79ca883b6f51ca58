import GRDB
package import Geoq

/// How far a picture is on its way to the project, as the store keeps it: the
/// picture of a photo of an entry, of a profile, or of a list.
package struct PhotoUpload: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        /// The picture is on this device alone, as its user gave it.
        case local
        /// What is sent is ready: each try sends the same bytes.
        case prepared
        /// The project may have the picture, in part or as a whole.
        case sending
        /// The project has the picture, and the photo's row is on its way. The
        /// picture of a profile or a list stays so while its row names it.
        case stored
        /// The project refuses the picture, or nothing that the project would take can be
        /// made of it; it is not sent again by itself.
        case dead
        /// The photo is deleted: what the project has of it must go.
        case doomed
    }

    /// The photo's id, or a random one: the name of the picture's file.
    package var photo: FeatureID
    package var purpose: PhotoPurpose
    /// The profile or list whose picture it is; nil for a photo of an entry.
    package var row: FeatureID?
    package var state: State
    /// The path of the object in the bucket of its purpose; nil while the picture is
    /// not ready to be sent. For a doomed picture, the text by which its row named it.
    package var path: String?
    package var contentType: String?
    /// How many bytes are sent.
    package var bytes: Int?
    /// The SHA-256 of the bytes that are sent, in hexadecimal digits.
    package var sha256: String?
    /// The project's name of an upload that can go on.
    package var resumeID: String?
    /// Whether a try to send it in one piece was cut off.
    package var wasCut: Bool
    /// How many tries failed for a reason that passes.
    package var attempts: Int
    /// In seconds since 1970; nil when it can be sent at once.
    package var notBefore: Double?
    /// The project's code for why the last try failed.
    package var code: String?
    package var message: String?

    package init(photo: FeatureID, state: State = .local) {
        (self.photo, self.state, wasCut, attempts) = (photo, state, false, 0)
        (purpose, row) = (.observation, nil)
    }

    init?(_ row: WrittenRow) {
        guard let photo = row.id("photo_id"), let state = row["state"].flatMap({ State(rawValue: $0) }) else {
            return nil
        }
        self.init(photo: photo, state: state)
        purpose = row["purpose"].flatMap { PhotoPurpose(rawValue: $0) } ?? .observation
        self.row = row.id("row_id")
        (path, contentType, bytes, sha256) = (row["path"], row["content_type"], row["bytes"], row["sha256"])
        (resumeID, wasCut, attempts) = (row["resume_id"], row.isTrue("was_cut"), row["attempts"] ?? 0)
        (notBefore, code, message) = (row["not_before"], row["code"], row["message"])
    }

    /// Why the last try to send the picture, or to delete its object, failed; nil when
    /// none has.
    package var failure: PendingOperation.Failure? {
        // A picture dies of a refusal, or of too many tries.
        let kind: String? =
            switch state {
            case .dead: attempts < Store.Outbox.mostAttempts ? "permanent" : "transient"
            case .local, .prepared, .sending, .doomed: attempts > 0 && message != nil ? "transient" : nil
            case .stored: nil
            }
        return kind.map { PendingOperation.Failure(kind: $0, code: code, message: message) }
    }

    /// Whether it failed on this device, before the project was asked to take it.
    package var isUnsendable: Bool { state == .dead && sha256 == nil }

    /// Whether the project could not take the picture, or delete the object, and is
    /// asked again.
    package var isDelayed: Bool { state != .dead && failure != nil }
}

/// How the pictures of a store stand.
package struct PhotoUsage: Hashable, Sendable {
    /// Photos of the store.
    package var photos = 0
    /// Pictures that lie beside the store, and their bytes.
    package var files = 0
    package var bytes = 0
    /// Pictures that are never sent: a guest's, and covers of lists that do not belong
    /// to the account.
    package var local = 0
    /// Pictures that wait to be sent.
    package var waiting = 0
    /// Pictures that are neither on this device nor at the project.
    package var missing = 0
    /// Pictures that the project refuses.
    package var failed = 0
    /// Objects that have to be deleted there.
    package var doomed = 0

    package init() {}
}

/// What a sweep of the pictures has found.
package struct PhotoSweep: Hashable, Sendable {
    /// Files that no photo has.
    package var superfluousFiles = 0
    /// How many of them were removed.
    package var removedFiles = 0
    /// Why one that was to be removed stays; nil when none does.
    package var failure: StoreError?
    /// Whether there are such files, and another process that writes a picture keeps them from being counted and removed.
    package var isHeldUp = false
    /// Photos whose picture is neither here nor at the project.
    package var missing: [FeatureID] = []

    package init() {}
}
