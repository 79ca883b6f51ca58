import Geoq

extension RemoteFault {
    /// What an answer means.
    ///
    /// It looks at the answer's code before its status: Storage says 400 for
    /// nearly everything, PostgREST says 500 for a mistake in a function, 401
    /// for a row that only a user may write, and 400 with empty
    /// words while the database comes back.
    ///
    /// - Returns: nil when the answer is a success of the service that was asked.
    /// - Complexity: O(bytes of the body).
    package init?(_ answer: TransportAnswer, of service: WireRequest.Service) {
        if (200..<300).contains(answer.status) {
            guard Self.isForeign(answer) else { return nil }
            self.init(.offline, message: "a page answered in the project's place", status: answer.status)
            return
        }
        // Nothing of the project runs, whichever service is asked.
        if answer.status == Self.pausedStatus {
            self.init(.offline, message: Self.pausedWords, status: answer.status)
            return
        }
        let said = Said(answer)
        var retryAfter = answer.header("retry-after").flatMap(Int.init).map { Duration.seconds($0) }
        // PostgREST sends 0 with each 503; it is its own delay, no advice.
        if retryAfter == .zero { retryAfter = nil }
        let `class`: Class =
            switch service {
            case .auth: Self.ofAuth(answer, said)
            case .storage: Self.ofStorage(answer, said)
            case .rest, .realtime, .functions: Self.ofRest(answer, said)
            }
        let status = service == .storage ? said.statusInBody ?? answer.status : answer.status
        let message = said.message.isEmpty ? Self.words(ofStatus: status) : said.message
        self.init(`class`, code: said.code, message: message, status: status, retryAfter: retryAfter)
    }

    /// What an answer without words says by its status alone; empty for a status that says no more.
    private static func words(ofStatus status: Int) -> String {
        switch status {
        case 300..<400: "what answers there sends elsewhere (status \(status)), and geoq follows no redirect"
        case 413: "the request is larger than the project, or a proxy before it, takes"
        default: ""
        }
    }

    /// Whether a success did not come from the project: a captive portal answers
    /// everything with its page.
    private static func isForeign(_ answer: TransportAnswer) -> Bool {
        answer.header("content-type")?.lowercased().hasPrefix("text/html") ?? false
    }

    /// What every service has in common.
    private static func byStatus(_ answer: TransportAnswer, _ said: Said) -> Class {
        switch answer.status {
        // Redirects are not followed: a project sends none.
        case 300..<400: .offline
        case 408, 425, 429: .transient
        case 511: .offline
        case 400..<500 where !said.isStructured: isForeign(answer) ? .offline : .permanent
        case 500...: .transient
        default: .permanent
        }
    }

    private static func ofAuth(_ answer: TransportAnswer, _ said: Said) -> Class {
        switch said.code {
        case "bad_jwt", "no_authorization": .tokenRefused
        case "user_banned", "user_not_found": .sessionEnded
        case _ where said.code.hasPrefix("refresh_token_") || said.code.hasPrefix("session_"): .sessionEnded
        case "over_request_rate_limit", "request_timeout", "conflict": .transient
        default: byStatus(answer, said)
        }
    }

    private static func ofStorage(_ answer: TransportAnswer, _ said: Said) -> Class {
        guard said.isStructured || said.isPlain || said.hasCodeInHeader else { return byStatus(answer, said) }
        // Each refusal of Storage has its status in the body, too, or a code, there or in a header; without one it is
        // of something in between, such as a proxy. Its 404 must not pass for an object that is not there.
        if said.isStructured, !said.hasStatus, !said.hasCodeInHeader {
            switch answer.status {
            case 403, 407: return .offline
            case 400 where said.hasCode && said.code.isEmpty: return .transient
            case 400 where !said.hasCode, 404 where !said.hasCode: return .offline
            default: break
            }
        }
        // The true status is in the body.
        return switch said.statusInBody ?? answer.status {
        case 400 where said.isOfToken, 403 where said.isOfToken: .tokenRefused
        case 401: .tokenRefused
        case 403: .forbidden
        case 409 where said.code == "ResourceLocked" || answer.status == 423: .transient
        case 400, 404, 409, 413, 415, 416, 422: .permanent
        case 423, 429, 544: .transient
        case 500...: .transient
        default: byStatus(answer, said)
        }
    }

    private static func ofRest(_ answer: TransportAnswer, _ said: Said) -> Class {
        // Another code is of something in between, which asked no database.
        if said.hasCode, !said.code.isEmpty, Self.isOfRest(said) {
            return Self.class(ofCode: said.code) ?? byStatus(answer, said)
        }
        let hasEmptyCode = said.hasCode && said.code.isEmpty
        // A proxy that limits the size of requests is there to stay, and takes smaller ones.
        if answer.status == 413 { return .permanent }
        // PostgREST 12 says `{}` of a table that it does not have.
        if answer.status == 404, hasEmptyCode || said.isBare { return .drift }
        // With an empty code the database of PostgREST has just gone. What has no code is of something
        // in between, such as a proxy, which asked no database.
        if hasEmptyCode { return .transient }
        // PostgREST's HTTP server says `Bad Request`, as text, of an address that is too long.
        if answer.status == 400, said.isPlain { return .permanent }
        return answer.status >= 500 && answer.status != 511 || [408, 425, 429].contains(answer.status)
            ? .transient : .offline
    }

    /// Whether a code is an SQLSTATE or one of PostgREST's own.
    ///
    /// Each SQLSTATE of PostgreSQL has a digit. One without, such as a function may raise, is told from a proxy's word
    /// (`QUOTA`) by the two members that each error of PostgREST has besides.
    private static func isOfRest(_ said: Said) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let bytes = said.code.utf8
        guard bytes.allSatisfy({ digits.contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return false
        }
        if said.code.hasPrefix("PGRST") { return true }
        return bytes.count == 5 && (bytes.contains { digits.contains($0) } || said.hasDetailsAndHint)
    }

    /// What a code of PostgreSQL or PostgREST means by itself; nil when the
    /// status decides.
    package static func `class`(ofCode code: String) -> Class? {
        switch code {
        case "": nil
        case "PT429": .transient
        case "PGRST000", "PGRST001", "PGRST002", "PGRST003": .transient
        case "PGRST301", "PGRST303": .tokenRefused
        case "PGRST302": .forbidden
        case "PGRST202", "PGRST203", "PGRST204", "PGRST205", "42703", "42883", "42P01": .drift
        case "23503": .order
        case "42501": .forbidden
        case "57014", "57P01", "57P02", "57P03", "40001", "40P01", "55P03": .transient
        case _ where code.hasPrefix("08") || code.hasPrefix("53"): .transient
        case _ where code.hasPrefix("PT"): nil
        default: .permanent
        }
    }
}

extension RemoteFault {
    /// Code and words of an answer, whichever of the services' shapes it has.
    struct Said {
        var code = ""
        var message = ""
        /// Storage puts the true status into the body.
        var statusInBody: Int?
        /// Whether the body has a status, perhaps one that is no number.
        var hasStatus = false
        /// Whether the body is a JSON object, as every answer of a service is.
        var isStructured = false
        /// Whether it has a code that is a text, perhaps an empty one, as every answer of PostgREST does.
        var hasCode = false
        /// Whether a header has the code, as answers of a service do, and of nothing in between.
        var hasCodeInHeader = false
        /// Whether it has the members `details` and `hint`, perhaps null, as every answer of PostgREST does.
        var hasDetailsAndHint = false
        /// Whether it is an object without members.
        var isBare = false
        /// Whether the body is plain text, as of Storage about uploads in pieces.
        var isPlain = false

        /// Whether Storage says that the token is too old or no good.
        var isOfToken: Bool {
            code == "InvalidJWT" || message.contains("\"exp\"") || message.contains("jwt expired")
        }

        init(_ answer: TransportAnswer) {
            code = answer.header("x-sb-error-code") ?? ""
            hasCodeInHeader = !code.isEmpty
            if answer.header("content-type")?.lowercased().hasPrefix("text/plain") == true {
                isPlain = true
                message = String(decoding: answer.body.prefix(RemoteFault.maximumMessageBytes), as: UTF8.self)
            }
            guard answer.body.count <= 1 << 20, let object = (try? JSONValue(parsing: answer.body))?.object else {
                return
            }
            isStructured = true
            hasCode = object["code"]?.string != nil
            hasDetailsAndHint = object["details"] != nil && object["hint"] != nil
            isBare = object.members.isEmpty
            // Auth's code is a number in its older form, which has error_code.
            let words = [object["error_code"], object["code"], object["error"]].compactMap { $0?.string }
            if code.isEmpty { code = words.first ?? "" }
            isPlain = false
            message =
                [object["message"], object["msg"], object["error_description"]].compactMap { $0?.string }.first ?? ""
            hasStatus = object["statusCode"] != nil
            statusInBody = object["statusCode"].flatMap {
                $0.string.flatMap(Int.init) ?? $0.double.flatMap(Int.init(exactly:))
            }
        }
    }
}
