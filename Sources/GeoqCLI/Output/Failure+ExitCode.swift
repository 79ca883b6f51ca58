import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSupabase
import GeoqSync

extension Failure {
    /// The exit code for an error that a command threw.
    static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case is FileProblem, is RowProblem, is RouteProblem, is CorridorError, is AreaRefusal, is AreaError,
            is AreaRingProblem, is NotReplaced, is GDALProblem, is ValueChangedSince,
            is UnclearDates, is PhotoUnusable,
            is CoordinateError, is IndexError:
            badData
        case is FilterError, is AreaTextError, is QueryError, is FieldError: usage
        case is PlaceError, is NoHotspots, is NoRoute, is BenchError, is NotWaiting, is NoConflict,
            is ConflictsWithoutRow,
            is PhotoNowhere, is PictureNowhere, is ListCommand.NotShared:
            noInput
        case let error as AreaNameError:
            switch error {
            case .unknown, .ambiguous: noInput
            case .unusable: badData
            }
        case is RuleProblem, is BirdsOfAccount: usage
        case let error as InputError:
            switch error {
            case .unreadable: inputOutput
            case .damagedArchive, .encrypted, .expandsTooMuch: badData
            case .missing, .tooManyMembers: noInput
            case .nameless: usage
            }
        case is OutputError, is ScarceFiles: inputOutput
        case let error as StoreError:
            switch error {
            case .missing, .noSuchSource, .unknownWatchlist, .ambiguousWatchlist, .unknownBird, .ambiguousBird,
                .unknownRule, .noRow, .noSuchConflict:
                noInput
            case .inUse, .mirrored, .unknownKind, .severalKinds, .ofAccount, .ofAnother, .invalidValue: usage
            case .notAStore, .newer, .indexDiffers, .nameOfRemote: badData
            case .older: inputOutput
            case .leaving, .changedMeanwhile: tryLater
            case .migrationFailed, .replaced, .busy, .syncRuns, .agentRuns, .failed, .refusedBySystem, .tooManyChanges,
                .snapshotOutdated:
                inputOutput
            case .spatialiteUnavailable, .closed: internalError
            }
        case let error as SyncError:
            switch error.kind {
            case .login where error.remedy == .key || error.remedy == .logIn: notLoggedIn
            // A sync is to come first: the same again would end the same.
            case .refused where error.remedy == .pull: tryLater
            case .unreachable, .refused, .login, .protocol: unavailable
            case .connectionString: usage
            case .schema, .noTable, .mapping: badData
            case .local: inputOutput
            case .unconfirmed: tryLater
            }
        case is NoServerNamed: notLoggedIn
        case is CancellationError: inputOutput
        case is ProgramMissing: noInput
        case is AccountError, is SessionError, is RemoteFault, is ProjectError, is VaultError, is CredentialError,
            is CodeRefusal, is BrowserTimeout:
            exitCode(ofAccount: error)
        case is CocoaError: inputOutput
        default: internalError
        }
    }
}
