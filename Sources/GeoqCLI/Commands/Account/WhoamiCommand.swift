import ArgumentParser
import Foundation
import Geoq
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq whoami`
struct WhoamiCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Who is logged in, and whether the session is good.",
        discussion: """
              geoq whoami
              geoq whoami -f json

            Without a network it says what is kept. token_ends_at is when the token is renewed at the \
            latest, which happens by itself. level is kit for a project with geoq's functions, rest for \
            tables alone. photo says that your profile has a photo, and how it stands, in the words of geoq \
            photo profile, which saves it, too. Exit code 77 when no user is logged in, a login was not finished, or \
            the project has ended the session: then nothing is lost, and a login goes on; 75 when a logout was not \
            finished.
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let network = try Networking.needed()
            try await AccountRun.watched {
                let store = try await storeOptions.openOfAccount()
                let problem = try await network.withPatientTransport { try await Self.problem(store, $0) }
                let status = try await Account.status(of: store) { try await FileVault.own(of: $0, for: store) }
                let photo = try await store.photos.rowPictures().first { $0.column == .profile }?.state
                try SummaryTable.write(
                    Self.fields(status, isReached: problem == nil, photo: photo), output.chosenFormat)
                if status.account.state == .leaving { throw AccountError.leaving(url: status.account.url) }
                if status.account.state == .joining { throw AccountError.joining(url: status.account.url) }
                switch status.standing {
                case .ended(let reason): throw SessionError.ended(reason: reason)
                case .absent: throw SessionError.notLoggedIn
                case .active: if let problem { Terminal.say("geoq: \(Failure.sentence(for: problem))") }
                }
            }
        }
    }

    /// Why the project did not confirm the session.
    private static func problem(_ store: Store, _ transport: any Transport) async throws -> (any Error)? {
        let account = try await Account.kept(in: store, transport: transport) {
            try await FileVault.own(of: $0, for: store)
        }
        guard let account else { return SessionError.notLoggedIn }
        do {
            try await account.confirm()
            return nil
        } catch let error as SessionError {
            return error
        } catch let fault as RemoteFault {
            return fault
        }
    }

    /// - Parameter photo: how the profile's photo stands; nil when there is none.
    private static func fields(_ status: AccountStatus, isReached: Bool, photo: String?) -> [Feature.Field] {
        var (state, end) = ("absent", FieldValue.null)
        switch status.standing {
        case .active(let until):
            state = "active"
            end = .text(Date(timeIntervalSince1970: until).formatted(.iso8601))
        case .ended: state = "ended"
        case .absent: break
        }
        switch status.account.state {
        case .leaving: state = "leaving"
        case .joining: state = "joining"
        case .active: break
        }
        return [
            .init("project", .text(status.account.url)), .init("user_id", .text(status.account.userID)),
            .init("email", status.email.map { .text($0) } ?? .null), .init("state", .text(state)),
            .init("confirmed", .bool(isReached)), .init("token_ends_at", end),
            .init("level", status.account.level.map { .text($0.rawValue) } ?? .null),
            .init("photo", .optional(photo)),
        ]
    }
}
