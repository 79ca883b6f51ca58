import ArgumentParser
import Geoq
import GeoqSync

/// Which of a server's relations are asked, and as which user.
struct RemoteView {
    /// The path of the file of tables.
    var tables: String?
    /// The user's id, as it was given.
    var user: String?

    func check() throws {
        if let user, FeatureID(user) == nil { throw ValidationError("--as \(user) is no UUID.") }
    }

    /// The relations that the file of tables names; nil without a file, or for
    /// one with names of geoq's own tables.
    func relations() throws -> [TableMapping]? {
        try tables.flatMap { try RemoteOptions.relations($0) }
    }

    /// The user whose rows are seen.
    var userID: FeatureID? { user.flatMap { FeatureID($0) } }

    var isEmpty: Bool { tables == nil && user == nil }

    /// - Parameter table: which relation of the file of tables is meant; nil for its only one.
    func apply(to options: inout SyncOptions, table: String? = nil) throws {
        if let tables { options.mapping = try RemoteOptions.mapping(tables, of: table) }
        options.user = userID
    }
}
