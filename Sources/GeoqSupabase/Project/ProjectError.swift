/// Why an address and a key do not make a project. No case holds a secret.
public enum ProjectError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no `https` address with a host.
    case notAnAddress
    /// The address has a name or password before the host.
    case userInAddress
    /// The address has a path, a query or a fragment.
    case moreThanOrigin
    /// The address is `http` and not of this machine.
    case withoutTLS
    /// The key passes by the policies of the rows (`service_role`,
    /// `sb_secret_…`, or a role that is not known).
    case privilegedKey
    /// The key is the token of a user who is logged in.
    case userToken
    /// The text is neither a token nor a publishable key.
    case unknownKey

    public var description: String {
        switch self {
        case .notAnAddress: "the project's address must look like https://abc.supabase.co"
        case .userInAddress: "the project's address must not hold a user or password"
        case .moreThanOrigin: "the project's address ends after the host: https://abc.supabase.co"
        case .withoutTLS: "the project's address must begin with https://; keys and tokens are not sent in the clear"
        case .privilegedKey:
            "this key passes by the rules that say who may see what; use the project's anonymous or publishable key"
        case .userToken: "this is the token of a user, not the key of a project; use the anonymous or publishable key"
        case .unknownKey:
            "this is no key of a project: an anonymous key is a token of three parts, a publishable one begins with sb_publishable_"
        }
    }
}
