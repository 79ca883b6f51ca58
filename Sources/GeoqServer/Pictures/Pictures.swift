import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import HummingbirdCore

/// The photos of entries, for the server's own pages alone.
///
/// A picture is the file beside the store when it is there; else it comes from the
/// cache, and into the cache from the project. So what was seen once is shown
/// without a network.
enum Pictures {
    static let endpoints = [photos, picture]

    /// The longest side of a small picture, in pixels: twice as many as the page
    /// gives it, for fine screens.
    private static let smallSide = 320

    private enum Size: String, CaseIterable { case full, small }

    private static let entry = PathParameter(
        name: "entryId", summary: "The entry's id.", schema: ["type": "string", "format": "uuid"])
    private static let photo = PathParameter(
        name: "photoId", summary: "The photo's id.", schema: ["type": "string", "format": "uuid"])
    private static let size = Parameter(
        "size", .word(Size.allCases.map(\.rawValue)),
        """
        The picture as it is, or small: a JPEG of at most \(smallSide) pixels. Where other machines may see it, \
        none is as it is, for it may tell where it was taken: it is a JPEG as the project would have it.
        """, standard: Size.full.rawValue)

    private static let photos = Endpoint(
        path: "/map/entries/{entryId}/photos", operation: "mapEntryPhotos",
        summary: "The photos of an entry, oldest first; none for what is no entry. For the server's own pages alone.",
        access: .page, caching: .never, cost: .little, pathParameters: [entry], schema: "PhotoList"
    ) { ask in
        try ask.parameters.check()
        let id = try ask.featureID("entryId", "entry")
        return Reply(.json, ["photos": .array(try await list(of: id, ask).map(json))])
    }

    private static let picture = Endpoint(
        path: "/map/photos/{photoId}", operation: "mapPhoto",
        summary: "The picture of a photo: JPEG, PNG, WebP or PDF. For the server's own pages alone.",
        access: .page, caching: .own, formats: [.picture], pathParameters: [photo], parameters: [size],
        mayBeMissing: true
    ) { ask in
        let size = ask.parameters.word(size, as: Size.self) ?? .full
        try ask.parameters.check()
        let id = try ask.featureID("photoId", "photo")
        let item: PhotoItem
        do {
            item = try await ask.service.live.rows.photos.photo(id)
        } catch StoreError.noRow {
            throw Problem(.notFound, "There is no photo \(id).")
        }
        let longest = longestSide(size, ask)
        let tag = EntityTag(
            moment: id.description, question: "\(longest ?? 0)", item.photo.uploadedAt ?? "", "\(item.fileBytes ?? -1)")
        var reply: Reply
        if tag.isNamed(by: ask.request.headers[.ifNoneMatch]) {
            reply = Reply(.notModified)
        } else {
            let shown = try await shown(item, longest, ask)
            reply = Reply(contentType: shown.contentType, shown.bytes)
        }
        reply.headers[.eTag] = tag.text
        // The browser of this user may keep it, and asks each time whether it may still be shown.
        reply.caching = "private, no-cache"
        reply.headers[crossOriginResourcePolicy] = "same-origin"
        return reply
    }

    /// The longest side in pixels; nil for the picture as it is, which does not leave this machine.
    private static func longestSide(_ size: Size, _ ask: Ask) -> Int? {
        if size == .small { return smallSide }
        return ask.service.edits.trustsOthers ? PhotoPurpose.observation.longestSide : nil
    }

    private static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!

    /// The photos of an entry; none when there is no such entry.
    static func list(of entry: FeatureID, _ ask: Ask) async throws -> [PagePhoto] {
        do {
            return try await onPage(try await ask.service.live.rows.photos.list(of: entry).map(\.photo), ask)
        } catch StoreError.noRow {
            return []
        }
    }

    /// The photos of all entries of a list, by entry.
    static func byEntry(ofList list: FeatureID, _ ask: Ask) async throws -> [FeatureID: [PagePhoto]] {
        let photos = try await ask.service.live.rows.photos.byEntry(ofList: list)
        return Dictionary(grouping: try await onPage(Array(photos.values.joined()), ask), by: \.photo.entry)
    }

    private static func onPage(_ photos: [EntryPhoto], _ ask: Ask) async throws -> [PagePhoto] {
        let documents = try await ask.service.live.rows.photos.documents(among: photos)
        return photos.map { PagePhoto(photo: $0, isDocument: documents.contains($0.id)) }
    }

    /// What the page must know of a photo to show it.
    static func json(_ shown: PagePhoto) -> JSONValue {
        [
            "id": .string(shown.photo.id.description), "taken": EditState.optional(shown.photo.capturedAt),
            "document": .bool(shown.isDocument),
        ]
    }

    /// Waits while as many pictures are read as may be: an `<img>` of a page asks once.
    ///
    /// - Throws: `Problem`; 503 while as many wait as may, too.
    private static func shown(_ item: PhotoItem, _ longest: Int?, _ ask: Ask) async throws -> PreparedPhoto {
        guard let supply = ask.service.configuration.pictures else {
            throw Problem(.notImplemented, "This server shows no pictures.")
        }
        let service = ask.service
        do {
            // First it is fetched: pictures that are here do not wait for a network that is slow.
            var fetched: [UInt8]?
            if item.fileBytes == nil, let key = PictureCache.Key(of: item.photo), await !service.pictures.hasFresh(key)
            {
                try await enter(service.downloadGate)
                defer { service.downloadGate.leave() }
                fetched = try await bytes(item, supply, ask)
                // Those who wait hold no picture that is kept.
                if await service.pictures.hasFresh(key) { fetched = nil }
            }
            try await enter(service.pictureGate)
            defer { service.pictureGate.leave() }
            // What was fetched may be kept nowhere, or be an old picture, as without a network: it is not fetched again.
            let bytes = if let fetched { fetched } else { try await bytes(item, supply, ask) }
            // To make one smaller takes as long as a question about an area.
            let cost = longest == nil ? Work.Cost.little : .much
            return try await service.work.run(cost, "mapPhoto", ask.interruption ?? Interruption()) {
                try supply.shown(bytes, longestSide: longest)
            }
        } catch let failure as PictureFailure {
            throw Problem(failure)
        }
    }

    private static func enter(_ gate: WaitingGate) async throws {
        guard await gate.enter() else {
            throw Problem(
                .serviceUnavailable, "\(gate.mostWaiting) pictures wait already; try again in a second.",
                headers: [.retryAfter: "1"])
        }
    }

    private static func bytes(_ item: PhotoItem, _ supply: any PictureSupply, _ ask: Ask) async throws -> [UInt8] {
        let (photo, store) = (item.photo, ask.service.live.rows)
        if let picture = try await store.photos.picture(photo.id) { return picture }
        guard let key = PictureCache.Key(of: photo) else {
            throw Problem(.notFound, "The picture is not on this device, and no device has sent it.")
        }
        return try await ask.service.pictures.picture(key, of: photo.id, in: store) {
            try await supply.download(photo, of: store)
        }
    }
}

/// A photo as a page shows it.
struct PagePhoto: Sendable {
    let photo: EntryPhoto
    /// Whether it is a PDF, for which a page has a link in the place of a picture.
    let isDocument: Bool
}
