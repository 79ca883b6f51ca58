import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// Photos as records.
enum PhotoRecord {
    /// - Parameter hasOthers: whether there are pictures of a profile or of lists.
    static func columns(hasOthers: Bool) -> [TableColumn] {
        columns[..<1] + (hasOthers ? [TableColumn("of", field: "of"), TableColumn("list", field: "list")] : [])
            + columns[1...]
    }

    private static let columns = [
        TableColumn("state", field: "state"), TableColumn("taken", field: "captured_at", yields: .never),
        TableColumn("bytes", field: "bytes", alignment: .trailing), TableColumn("why", field: "message"),
        TableColumn("entry", field: "entry_id"), .id("id", field: "id"),
    ]

    /// Says that files that were to be removed are still on the disk.
    static func sayLeft(after sweep: PhotoSweep) {
        guard let failure = sweep.failure else { return }
        let count = sweep.superfluousFiles - sweep.removedFiles
        Terminal.say(
            "files that no photo has, and that cannot be removed: \(count) (\(failure)); geoq photo check --mend tries "
                + "again")
    }

    /// The names of a `summary`, in its order.
    static let fieldNames = [
        "id", "of", "list", "entry_id", "state", "bytes", "captured_at", "uploaded_at", "attempts", "message",
    ]

    /// - Parameter problem: why what an older app kept as its picture cannot be used.
    static func summary(_ item: PhotoItem, _ problem: String?) -> [Feature.Field] {
        let state = state(item)
        let isUnusable = state == "missing" && problem != nil
        return [
            .init("id", .text(item.photo.id.description)), .init("of", .text("entry")), .init("list", .null),
            .init("entry_id", .text(item.photo.entry.description)),
            .init("state", .text(isUnusable ? "unusable" : state)),
            .init("bytes", item.fileBytes.map { .integer(Int64($0)) } ?? .null),
            .init("captured_at", .optional(item.photo.capturedAt)),
            .init("uploaded_at", .optional(item.photo.uploadedAt)),
            .init("attempts", .integer(Int64(item.upload?.attempts ?? 0))),
            .init("message", .optional(item.refusal ?? item.upload?.message ?? (isUnusable ? problem : nil))),
        ]
    }

    /// The photo of a profile, or a cover; its id is that of the user, or of the list.
    ///
    /// - Parameter problem: why what an older app kept as its picture cannot be used.
    static func summary(_ picture: RowPicture, _ problem: String?) -> [Feature.Field] {
        let isUnusable = picture.state == "unknown" && problem != nil
        return [
            .init("id", .text(picture.row.description)), .init("of", .text(picture.column.purpose.rawValue)),
            .init("list", .optional(picture.title)), .init("entry_id", .null),
            .init("state", .optional(isUnusable ? "unusable" : picture.state)),
            .init("bytes", picture.fileBytes.map { .integer(Int64($0)) } ?? .null),
            .init("captured_at", .null), .init("uploaded_at", .null),
            .init("attempts", .integer(Int64(picture.upload?.attempts ?? 0))),
            .init("message", .optional(picture.upload?.message ?? (isUnusable ? problem : nil))),
        ]
    }

    /// - Parameter store: names the file of a picture that is on this device.
    static func details(_ item: PhotoItem, _ store: Store, _ problem: String?) -> [Feature.Field] {
        summary(item, problem)
            + [
                .init("file", item.isHere ? .text(store.photos.path(item.photo.id)) : .null),
                .init("path", .optional(item.photo.objectPath)),
            ]
    }

    private static func state(_ item: PhotoItem) -> String {
        if item.refusal != nil { return "refused" }
        return switch item.upload?.state {
        case .dead: "refused"
        case .local, .prepared, .sending, .stored: item.isHere ? item.isOfAccount ? "waiting" : "here" : "missing"
        case .doomed, nil:
            item.photo.objectPath != nil ? item.isHere ? "sent" : "there" : item.isHere ? "here" : "missing"
        }
    }

    /// What a sync did with pictures; nil when nothing.
    static func words(_ report: PhotoReport?) -> String? {
        guard let report else { return nil }
        var words: [String] = []
        if report.sent > 0 { words.append("\(pictures(report.sent)) sent") }
        if report.deleted > 0 { words.append("\(pictures(report.deleted)) deleted at the project") }
        if report.failed > 0 { words.append("\(pictures(report.failed)) refused") }
        if report.conflicts > 0 { words.append("\(pictures(report.conflicts)) in conflict") }
        if !words.isEmpty, report.waiting > 0 { words.append("\(report.waiting) left for the next sync") }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    static func pictures(_ count: Int) -> String { "\(count) \(count == 1 ? "picture" : "pictures")" }
}
