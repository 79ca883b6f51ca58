import Geoq
import GeoqStore
import GeoqSupabase
import Logging

/// Sends the pictures of photos whose entries the project has, and then those of
/// profiles and lists; deletes the objects of those that it has no more.
///
/// The caller holds the store's `MirrorLock`. Each step is noted in the store
/// before and after it, so a process that ends in the midst of it leaves a picture
/// from which the next run goes on: see `PictureSending`. A picture that another
/// device has replaced meanwhile is not replaced unseen: see `hasLost`.
struct PhotoRun {
    let store: Store
    let pictures: ProjectPictures
    let options: SyncOptions

    var now: Double { options.wallClock.now() }

    /// - Throws: `StoreError`, `CancellationError`.
    func run() async throws -> PhotoReport {
        var report = PhotoReport()
        let photos = store.photos
        guard let account = try await store.account.stored(), account.state == .active,
            let user = FeatureID(account.userID)
        else { return report }
        let isDue = try await photos.checkIsDue(now: now)
        let hasLeft = try await photos.hasLeft()
        let isBusy = try await photos.isBusy() || hasLeft
        guard isDue || isBusy else { return report }
        try await photos.begin(now: now)
        if isDue { report.deleted += try await check(user) }
        do {
            if hasLeft { try await removeLeft(&report) }
            while let upload = try await photos.nextDoomed(now: now) {
                try Task.checkCancellation()
                try await remove(upload, &report)
            }
            let prepares = options.preparing != nil
            while let (upload, entry) = try await photos.next(now: now, isReady: !prepares) {
                try Task.checkCancellation()
                try await send(upload, of: entry, user, &report)
            }
            // After the photos, which have the bucket that each project with pictures has.
            while let (upload, isReplaced) = try await photos.nextChangedElsewhere() {
                try Task.checkCancellation()
                try await photos.settle(upload, isThere: isReplaced ? isThere(upload) : nil)
            }
            while let upload = try await photos.nextDoomedRowPicture(now: now) {
                try Task.checkCancellation()
                try await remove(upload, &report)
            }
            while let (upload, row) = try await photos.nextRowPicture(now: now, isReady: !prepares) {
                try Task.checkCancellation()
                try await send(upload, of: row, user, &report)
            }
        } catch let error where !(error is StoreError) {
            guard let problem = SyncError.ofStorage(error) as? SyncError else { throw error }
            report.obstacle = problem
        }
        _ = try await photos.sweep()
        report.waiting = try await photos.usage().waiting
        options.logger.info(
            "pictures",
            metadata: ["sent": "\(report.sent)", "deleted": "\(report.deleted)", "failed": "\(report.failed)"])
        return report
    }

    // MARK: - One picture

    /// - Parameter row: the entry, profile or list whose picture it is.
    private func send(
        _ given: PhotoUpload, of row: FeatureID, _ user: FeatureID, _ report: inout PhotoReport
    ) async throws {
        let photos = store.photos
        report.tried += 1
        var upload = given
        if upload.state == .local {
            guard let prepared = try await prepared(upload, of: row, user, &report) else { return }
            upload = prepared
        }
        guard let picture = try await photos.ready(upload), let sha256 = upload.sha256 else {
            // The picture is made ready again, from the same bytes.
            upload.state = .local
            (upload.resumeID, upload.sha256) = (nil, nil)
            try await photos.note(upload)
            return
        }
        if try await hasLost(upload, of: row) {
            report.conflicts += 1
            return
        }
        var sending = PictureSending(
            bytes: picture.count, sha256: sha256, mayBeThere: upload.state == .sending, resumeID: upload.resumeID,
            wasCut: upload.wasCut, replaces: PictureColumn(upload.purpose) != nil)
        upload.state = .sending
        guard try await photos.note(upload) else { return }
        while true {
            switch sending.step {
            case .stored(let createdAt):
                CrashPoint.pictureStored.reached()
                let moment = JSONTime.timestamp(createdAt) ?? createdAt
                if try await photos.noteStored(upload, at: moment) { report.sent += 1 }
                return
            case .refused(let code, let message):
                (upload.state, upload.code, upload.message) = (.dead, code, message)
                report.failed += 1
                try await photos.note(upload)
                return
            case .later(let code, let message, let pause):
                upload.attempts += 1
                (upload.code, upload.message) = (code, message)
                upload.resumeID = sending.resumeID
                if upload.attempts >= Store.Outbox.mostAttempts {
                    upload.state = .dead
                    report.failed += 1
                } else {
                    upload.notBefore = now + wait(after: upload.attempts, pause)
                }
                try await photos.note(upload)
                return
            case .look, .send, .create, .askOffset, .piece:
                let step = sending.step
                if case .send = step {
                    // A process that is killed meanwhile cannot say that it was cut.
                    upload.wasCut = true
                    guard try await photos.note(upload) else { return }
                }
                do {
                    sending.note(try await pictures.perform(step, picture, of: upload))
                    upload.wasCut = sending.wasCut
                } catch {
                    sending.noteCut()
                    if upload.wasCut != sending.wasCut {
                        upload.wasCut = sending.wasCut
                        try await photos.note(upload)
                    }
                    throw error
                }
                if case .create = step { CrashPoint.uploadNamed.reached() }
                if case .piece = step { CrashPoint.pieceSent.reached() }
            }
            guard sending.resumeID != upload.resumeID else { continue }
            upload.resumeID = sending.resumeID
            guard try await photos.note(upload) else { return }
        }
    }

    /// Makes a picture ready and keeps what is sent.
    ///
    /// - Returns: nil when that cannot be, or the picture is not wanted any more.
    private func prepared(
        _ given: PhotoUpload, of row: FeatureID, _ user: FeatureID, _ report: inout PhotoReport
    ) async throws -> PhotoUpload? {
        guard let preparing = options.preparing else { return nil }
        var upload = given
        if let column = PictureColumn(upload.purpose), try await !pictures.has(column) {
            upload.state = .dead
            upload.message =
                "the project's table \(column.table) has no column \(column.name), so it cannot keep the picture"
            report.failed += 1
            try await store.photos.note(upload)
            return nil
        }
        do {
            guard let original = try await store.photos.picture(upload.photo) else {
                throw PictureMissing()
            }
            let ready = try await store.work.run { [upload] in
                try preparing.prepare(original, for: upload.purpose)
            }
            guard !ready.bytes.isEmpty else { throw PictureMissing() }
            upload.path =
                switch upload.purpose {
                case .observation:
                    StorageBucket.path(
                        user: user, entry: row, photo: upload.photo, isPDF: ready.contentType == "application/pdf")
                case .profile: StorageBucket.path(profileOf: user)
                case .cover: StorageBucket.path(user: user, coverOf: row)
                }
            (upload.contentType, upload.bytes) = (ready.contentType, ready.bytes.count)
            (upload.sha256, upload.state) = (SHA256.hex(ready.bytes), .prepared)
            return try await store.photos.keepReady(ready.bytes, upload) ? upload : nil
        } catch let error where !(error is StoreError || error is CancellationError) {
            (upload.state, upload.code, upload.message) = (.dead, nil, "\(error)")
            report.failed += 1
            try await store.photos.note(upload)
            return nil
        }
    }

    private func remove(_ given: PhotoUpload, _ report: inout PhotoReport) async throws {
        var upload = given
        guard let path = upload.path else { return try await store.photos.noteDoomed(upload) }
        report.tried += 1
        CrashPoint.photoDeleted.reached()
        let bucket = StorageBucket(upload.purpose)
        var wasThere = true
        do {
            if upload.row != nil {
                wasThere = try await pictures.delete(path, in: bucket, ifIs: upload.sha256)
                try await store.photos.noteDoomed(upload)
                if wasThere { report.deleted += 1 }
                return
            }
            // The object may be in the folder of another user, whose entry was deleted here.
            let answer = try await pictures.client.send(StorageCall.delete([path], in: bucket))
            wasThere = (try? TableAnswer(answer).rows.isEmpty) != true
        } catch let fault as RemoteFault {
            guard StorageFault(fault, isResumable: false) != .stop else { throw SyncError.ofStorage(fault, bucket) }
            upload.code = fault.code.isEmpty ? nil : fault.code
            upload.message = fault.message.isEmpty ? "status \(fault.status)" : fault.message
            let pause = fault.retryAfter.map { $0 / .seconds(1) }
            return try await store.photos.noteDoomed(upload, later: now + wait(after: upload.attempts + 1, pause))
        }
        try await store.photos.noteDoomed(upload)
        if wasThere { report.deleted += 1 }
    }

    /// Whether the object of a row's picture is this one.
    func isThere(_ upload: PhotoUpload) async throws -> Bool {
        guard let path = upload.path else { return false }
        return try await pictures.object(path, in: StorageBucket(upload.purpose))?.sha256 == upload.sha256
    }

    /// How long to wait after so many tries, in seconds.
    private func wait(after attempts: Int, _ pause: Double?) -> Double {
        var random = AnyGenerator(options.random())
        let jitter = Double.random(in: 1 - options.retry.jitter...1 + options.retry.jitter, using: &random)
        return Store.Outbox.wait(after: attempts, jitter: jitter, asked: pause)
    }
}

/// The file of a picture is not there, or nothing was made of it.
private struct PictureMissing: Error, CustomStringConvertible {
    var description: String { "the picture's file is not there" }
}
