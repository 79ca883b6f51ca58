/// The key that tells a Supabase project which application asks. It gives no
/// rights of its own: the policies of the rows decide.
package enum ProjectKey: Hashable, Sendable {
    /// A token for the role `anon`. It is sent as `apikey`, and as the bearer
    /// when there is no user.
    case anonymous(Secret)
    /// A publishable key (`sb_publishable_…`). It is no token and is sent as
    /// `apikey` alone.
    case publishable(Secret)

    /// - Throws: `ProjectError` for a key that passes by the policies of the
    ///   rows, and for a text that is no key.
    package init(_ key: Secret) throws(ProjectError) {
        let text = key.reveal()
        if text.hasPrefix("sb_secret_") { throw .privilegedKey }
        if text.hasPrefix("sb_publishable_"), text.utf8.allSatisfy(Self.isKeyCharacter), text.utf8.count <= 512 {
            self = .publishable(key)
            return
        }
        guard text.utf8.allSatisfy(Self.isKeyCharacter), let token = AccessToken(key) else { throw .unknownKey }
        switch token.role {
        case "anon": self = .anonymous(key)
        case "authenticated": throw .userToken
        default: throw .privilegedKey
        }
    }

    /// What is sent as `apikey`.
    package var secret: Secret {
        switch self {
        case .anonymous(let key), .publishable(let key): key
        }
    }

    /// What is sent as the bearer when there is no user.
    package var bearer: Secret? {
        if case .anonymous(let key) = self { key } else { nil }
    }

    /// Letters, digits and what base64url and the parts of a token need: a key
    /// can never end a header.
    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
