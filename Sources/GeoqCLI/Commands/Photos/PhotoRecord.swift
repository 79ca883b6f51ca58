import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// Photos as records.
enum PhotoRecord {
    static let columns = [
        TableColumn("state", field: "state"), TableColumn("taken", field: "captured_at"),
        TableColumn("bytes", field: "bytes", alignment: .trailing), TableColumn("why", field: "message"),
        TableColumn("entry", field: "entry_id"), .id("id", field: "id"),
    ]

    static func summary(_ item: PhotoItem, hasAccount: Bool) -> [Feature.Field] {
        [
            .init("id", .text(item.photo.id.description)), .init("entry_id", .text(item.photo.entry.description)),
            .init("state", .text(state(item, hasAccount: hasAccount))),
            .init("bytes", item.fileBytes.map { .integer(Int64($0)) } ?? .null),
            .init("captured_at", text(item.photo.capturedAt)), .init("uploaded_at", text(item.photo.uploadedAt)),
            .init("attempts", .integer(Int64(item.upload?.attempts ?? 0))),
            .init("message", text(item.upload?.message)),
        ]
    }

    /// - Parameter store: names the file of a picture that is on this device.
    static func details(_ item: PhotoItem, _ store: Store, hasAccount: Bool) -> [Feature.Field] {
        summary(item, hasAccount: hasAccount)
            + [
                .init("file", item.isHere ? .text(store.photos.path(item.photo.id)) : .null),
                .init("path", text(item.photo.objectPath)),
            ]
    }

    private static func state(_ item: PhotoItem, hasAccount: Bool) -> String {
        switch item.upload?.state {
        case .dead: "refused"
        case .local, .prepared, .sending, .stored: item.isHere ? hasAccount ? "waiting" : "here" : "missing"
        case .doomed, nil:
            item.photo.objectPath != nil ? item.isHere ? "sent" : "there" : item.isHere ? "here" : "missing"
        }
    }

    private static func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

    /// What a sync did with pictures; nil when nothing.
    static func words(_ report: PhotoReport?) -> String? {
        guard let report else { return nil }
        var words: [String] = []
        if report.sent > 0 { words.append("\(pictures(report.sent)) sent") }
        if report.deleted > 0 { words.append("\(pictures(report.deleted)) deleted at the project") }
        if report.failed > 0 { words.append("\(pictures(report.failed)) refused") }
        if !words.isEmpty, report.waiting > 0 { words.append("\(report.waiting) left for the next sync") }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    static func pictures(_ count: Int) -> String { "\(count) \(count == 1 ? "picture" : "pictures")" }
    static func photos(_ count: Int) -> String { "\(count) \(count == 1 ? "photo" : "photos")" }
}
