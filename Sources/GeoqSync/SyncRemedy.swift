package import Geoq

/// What a person can do about a problem. A program that talks to people has the
/// words for it: names of its options, of its menus.
package enum SyncRemedy: Hashable, Sendable {
    /// Give the name of the table that is behind a view.
    case tableBehind
    /// Give the remote's name of the ids' column.
    case idColumn
    /// Give the remote's name of a column.
    case column
    /// Give the name of a column that tells rows apart as the ids' column.
    case distinctColumn
    /// Pull before anything else.
    case pull
    /// Use the names of tables that the mirror was made with, or pull with the
    /// new ones.
    case mirrorsTables
    /// See the rows as the mirror's user; nil for what the login may see.
    case mirrorsUser(FeatureID?)
    /// Take the rows of a mirror back, and forget it.
    case forgetMirror(String)
    /// Pull with a region once more.
    case region
    /// Name the user whose rows are wanted.
    case chooseUser
    /// Name the columns that identify a row.
    case keyColumn
    /// Name the relation's columns by geoq's.
    case mapColumn
    /// The same of a column that the relation had, and need not have.
    case lostColumn
    /// Name the column of places, or those of latitude and longitude.
    case placeColumn
    /// Name the system of coordinates.
    case srid
    /// Look which relations there are.
    case relationList
    /// Write coordinates with a decimal point.
    case decimalPoint
    /// Name no system of coordinates.
    case needlessSRID
    /// Make the buckets of pictures in the project.
    case buckets
    /// Install geoq's kit in the database.
    case kit
    /// Log in with the project's present key.
    case key
    /// Log in.
    case logIn
    /// Name other columns to keep.
    case keptColumns
    /// Tell the server the system of coordinates.
    case spatialReference
    /// Choose which point stands for a shape.
    case shapePlace
    /// Mend a view that fails when it is read.
    case failingView
    /// Grant a right that reading a view takes, to the reader or to the view's owner.
    case rightOfView
    /// Mend a policy of row-level security, grant what it reads, or be another user.
    case policy
    /// Mend a view whose rows are others each time it is read.
    case steadyRows
    /// Look at the foreign server that rows are on, and at how it is reached.
    case foreignServer
    /// The same of one that takes connections and does not answer; and let the database give it up sooner.
    case silentServer
    /// Let the server take more connections, or end others.
    case connections
}
