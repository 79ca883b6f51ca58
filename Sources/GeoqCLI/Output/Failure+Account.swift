import GeoqSupabase
import GeoqSync

/// What is wrong with an account or a project, and the command or option that
/// helps.
extension Failure {
    /// - Returns: nil for an error of another kind.
    static func sentence(ofAccount error: any Error) -> String? {
        switch error {
        case let error as AccountError: sentence(error)
        case SessionError.notLoggedIn: "no user is logged in here; log in with: geoq login URL --email ADDRESS"
        case SessionError.ended(let reason):
            "the project has ended the session (\(reason)); nothing is lost: log in again with geoq login"
        case SessionError.keyRefused(let reason): refusedKey(reason) + "; the login is kept"
        case let fault as RemoteFault where fault.isOfKey: refusedKey(fault.message)
        case let fault as RemoteFault: "\(fault)"
        case ProjectError.privilegedKey, ProjectError.userToken, ProjectError.unknownKey: "the key: \(error)"
        case let refusal as CodeRefusal: "the login was refused: \(refusal.words)"
        default: nil
        }
    }

    /// - Parameter reason: the project's own words.
    private static func refusedKey(_ reason: String) -> String {
        "the project does not take this key (\(reason)); log in with the one that it has now: geoq login URL "
            + "--email ADDRESS --key-file FILE"
    }

    private static func sentence(_ error: AccountError) -> String {
        switch error {
        case .anotherUser, .anotherProject: "\(error); log out first: geoq logout"
        case .importedAs(let name):
            "\(error); remove them with geoq sources remove \(ShellWord.quoted(name)), log in, and import them with "
                + "another --source"
        case .joining(let url):
            "\(error); nothing is lost, and nothing is sent: log in again with: geoq login \(url) --email ADDRESS"
        case .leaving: "\(error); finish it with: geoq logout"
        case .notLoggedIn: "\(error); log in with: geoq login URL --email ADDRESS"
        case .unsent:
            "\(error); make them the account's with geoq login URL --adopt SOURCE, export them, or remove them with geoq "
                + "sources remove or geoq rules remove"
        case .unsentChanges(rows: 0, drafts: 0, _):
            "\(error); settle them with geoq conflicts, or say geoq logout --export FILE, or --discard"
        case .unsentChanges(rows: 0, _, _):
            "\(error); see geoq draft list, or say geoq logout --export FILE, or --discard"
        case .unsentPictures:
            "\(error); send them with geoq push, see how they stand with geoq photo list, or say geoq logout --discard"
        case .unsentChanges:
            "\(error); send changes with geoq push, or say geoq logout --export FILE, or --discard"
        case .onVirtualList:
            "\(error); write them to a file with geoq export watchlists, then say geoq logout --discard, which drops unsent "
                + "changes, too"
        case .unreadable:
            "\(error); write a text there with the program that wrote the bytes, or say geoq logout --discard, which "
                + "drops unsent changes, too"
        case .changedMeanwhile: "\(error); nothing is removed: log out again, and export to another file"
        case .logInUse, .picturesInUse: "\(error); end it, then finish with: geoq logout"
        case .fileStays: "\(error); see to that, then finish with: geoq logout"
        }
    }

    static func exitCode(ofAccount error: any Error) -> Int32 {
        switch error {
        case let error as AccountError:
            switch error {
            case .anotherUser, .anotherProject, .importedAs, .leaving, .unsent, .unsentChanges, .unsentPictures,
                .onVirtualList,
                .unreadable, .changedMeanwhile, .logInUse, .picturesInUse:
                tryLater
            case .fileStays: inputOutput
            case .notLoggedIn, .joining: notLoggedIn
            }
        case let error as SessionError where error.mayPass: unavailable
        case is SessionError, is CodeRefusal: notLoggedIn
        case let fault as RemoteFault where fault.isOfKey: notLoggedIn
        case let fault as RemoteFault:
            switch fault.class {
            case .offline, .transient: unavailable
            default: fault.refusesUser ? notLoggedIn : badData
            }
        case is ProjectError: usage
        case let error as CredentialError:
            switch error {
            case .noTerminal: usage
            case .tooLong, .empty, .notText, .different: badData
            }
        case is BrowserTimeout: unavailable
        default: inputOutput
        }
    }
}
