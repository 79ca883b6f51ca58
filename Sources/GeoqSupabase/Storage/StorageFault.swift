/// What a fault of Storage asks of one who sends or fetches a picture.
package enum StorageFault: Hashable, Sendable {
    /// An object of this name is there.
    case isThere
    /// There is no such object, or the user may not see it.
    case noObject
    /// There is no such upload any more: it begins anew.
    case noUpload
    /// More or less of an upload is there than was thought, or another process is
    /// at it: its state is asked for.
    case otherOffset
    /// The fault may pass: a try is counted.
    case later
    /// Nothing can be sent now, whatever it is: the project is not reached, only a
    /// login helps, or it has no bucket for pictures. No try is counted.
    case stop
    /// The same picture would be refused again: too large, of another kind,
    /// forbidden.
    case refuse

    /// - Parameter isResumable: whether the request was of an upload in pieces.
    package init(_ fault: RemoteFault, isResumable: Bool) {
        switch fault.class {
        case .offline, .tokenRefused, .sessionEnded: self = .stop
        case .transient where fault.status == 423: self = .otherOffset
        case .transient: self = .later
        // What answered is no Storage, or a newer one.
        case .drift: self = .stop
        case .forbidden, .permanent, .order: self = Self.ofRefusal(fault, isResumable)
        }
    }

    private static func ofRefusal(_ fault: RemoteFault, _ isResumable: Bool) -> StorageFault {
        let words = fault.message.lowercased()
        if fault.code == "NoSuchBucket" || words.hasPrefix("bucket not found") { return .stop }
        // The status of an answer without one in its body may be 400.
        switch fault.code {
        case "Duplicate", "ResourceAlreadyExists", "KeyAlreadyExists": return .isThere
        case "NoSuchKey": return isResumable ? .noUpload : .noObject
        case "NoSuchUpload" where isResumable: return .noUpload
        default: break
        }
        switch fault.status {
        case 409
        where fault.code == "Duplicate" || fault.code == "ResourceAlreadyExists"
            || words.contains("already exists"):
            return .isThere
        case 409 where isResumable: return .otherOffset
        case 404 where isResumable, 410 where isResumable: return .noUpload
        case 404: return .noObject
        default: return .refuse
        }
    }
}
