import Geoq

extension WireRequest {
    /// What of this request, as it is sent, no message may show: key and token, and what a login or a renewal shows the
    /// project.
    func secrets(to project: SupabaseProject, token: Secret?) -> [String] {
        var secrets = [project.key.secret, token].compactMap { $0?.reveal() }
        if case .bearer(let token) = asker { secrets.append(token.reveal()) }
        return secrets + secretsOfLogin
    }

    /// What a login or a renewal shows the project.
    var secretsOfLogin: [String] {
        membersOfLogin.filter { !["email", "provider"].contains($0.name) }.compactMap { $0.value.string }
    }

    /// The address of a login with a password, or of a new user; nil for other requests.
    var emailOfLogin: String? { membersOfLogin.first { $0.name == "email" }?.value.string }

    private var membersOfLogin: [JSONObject.Member] {
        guard service == .auth, let object = (try? JSONValue(parsing: body))?.object else { return [] }
        return object.members
    }
}

extension RemoteFault {
    /// A shorter text is part of other words too often; it is hidden where it stands alone in quotation marks.
    private static let shortestSecret = 6

    /// The marks around a value, as a message has them and as JSON in it has them.
    private static let quotationMarks = ["\"", "'", "`", "\\\""]

    /// The same fault, with `…` for each secret that a server, or a proxy before it, repeats from the request: as it
    /// is, as JSON or an address writes it, or cut at the end.
    func hiding(_ secrets: [String]) -> RemoteFault {
        // Longer ones first: one may begin with another.
        let forms = secrets.flatMap(Self.forms).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        var fault = self
        (fault.message, fault.code) = (Self.hidden(forms, in: message), Self.hidden(forms, in: code))
        return fault
    }

    /// How a secret may stand in words.
    private static func forms(of secret: String) -> Set<String> {
        var json: [UInt8] = []
        json.appendJSON(JSONValue.string(secret))
        let quoted = String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
        return [secret, quoted, WireRequest.encoded(secret)]
    }

    private static func hidden(_ forms: [String], in words: String) -> String {
        var words = words
        for form in forms {
            guard form.utf8.count >= shortestSecret else {
                for mark in quotationMarks { words = words.replacing(mark + form + mark, with: mark + "…" + mark) }
                continue
            }
            words = words.replacing(form, with: "…")
            let (bytes, secret) = (Array(words.utf8), Array(form.utf8))
            let cut = stride(from: secret.count - 1, through: shortestSecret, by: -1)
                .first { bytes.suffix($0).elementsEqual(secret.prefix($0)) }
            if let cut { words = String(decoding: bytes.dropLast(cut), as: UTF8.self) + "…" }
        }
        return words
    }
}
