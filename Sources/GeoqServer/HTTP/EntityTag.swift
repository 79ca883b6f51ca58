/// The tag of an answer: equal for equal questions about equal rows. A client
/// that has the answer need not be sent it again, and the server need not even
/// find it.
///
/// Weak (RFC 9110, section 8.8.3): the same answer may come compressed or not.
struct EntityTag: Equatable {
    let text: String

    /// - Parameters:
    ///   - moment: the rows, or a page that never changes.
    ///   - question: the host, the path with the query, and the format.
    init(moment: String, question: String...) {
        text = "W/\"\(moment)-\(Self.hash(question))\""
    }

    /// A short text that stands for others.
    static func hash(_ parts: String...) -> String { hash(parts) }

    private static func hash(_ parts: [String]) -> String {
        // FNV-1a is enough: clients choose their own questions, and none gains
        // by finding two with one tag. The last byte of each part does not
        // occur in UTF-8.
        var hash = FNV1a()
        for part in parts {
            hash.add(part.utf8)
            hash.add(0xFF)
        }
        return hash.text
    }

    /// Whether `If-None-Match` names the tag (section 13.1.2: by weak
    /// comparison); `*` names none.
    func isNamed(by header: String?) -> Bool {
        guard let header else { return false }
        func opaque(_ tag: some StringProtocol) -> Substring {
            let tag = Substring(tag.trimmed)
            return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        }
        let own = opaque(text)
        return header.split(separator: ",").prefix(64).contains { opaque($0) == own }
    }
}
