import Foundation
import Geoq
import GeoqImages
import GeoqServer
import GeoqStore
import GeoqSupabase
import GeoqSync

/// Pictures of the project at which the user of a store is logged in.
struct AccountPictures: PictureSupply {
    let transport: any Transport

    func download(_ photo: EntryPhoto, of store: Store) async throws -> [UInt8] {
        guard let path = photo.objectPath else { throw PictureFailure.refused }
        do {
            guard let account = try await account(of: store) else { throw PictureFailure.noLogin }
            return try await ProjectPictures(account.client).download(path)
        } catch let error as SessionError {
            throw error.mayPass ? PictureFailure.unreachable : .noLogin
        } catch let error as VaultError {
            // The login cannot be read before the client asks; later it is a `SyncError`.
            throw error.mayPass ? PictureFailure.unreachable : .noLogin
        } catch let error as SyncError {
            switch error.kind {
            case .unreachable: throw PictureFailure.unreachable
            case .login: throw PictureFailure.noLogin
            case _ where error.retryMayHelp: throw PictureFailure.unreachable
            // The login, which the client reads from its vault.
            case .local: throw PictureFailure.noLogin
            default: throw PictureFailure.refused
            }
        }
    }

    /// nil when no user is logged in. It is read anew each time, so that a login or a
    /// logout by another process counts at once.
    private func account(of store: Store) async throws -> Account? {
        guard let stored = try await store.account.stored(), stored.state != .leaving else { return nil }
        return try await Account.kept(in: store, transport: transport) { origin in
            let folder = FileVault.standardFolder(for: ProcessInfo.processInfo.environment)
            return try await FileVault(of: origin, for: store, in: folder)
        }
    }

    func shown(_ picture: [UInt8], longestSide: Int?) throws -> PreparedPhoto {
        do {
            return try JPEGPreparing().shown(picture, longestSide: longestSide)
        } catch let error as PictureError {
            throw PictureFailure.unreadable(reason: "\(error)")
        }
    }
}
