/// The SQL that makes a PostgreSQL 15 with PostGIS, or a Supabase project, a
/// remote of geoq.
///
/// Each file can be run twice. `schema` comes first; the others need only it.
package enum ServerSQL: String, CaseIterable, Sendable {
    /// Tables, row-level security, checks, and the questions of places.
    case schema
    /// What a device needs to pull changes without loss, and to push each of
    /// its own once.
    case kit
    /// Buckets for pictures, and who may read and write them.
    case storage
    /// Tables of the home page and of the identification of birds.
    case home

    /// The file, for `psql` or the SQL editor of a project.
    package var text: String {
        let bytes =
            switch self {
            case .schema: PackageResources.schema_sql
            case .kit: PackageResources.kit_sql
            case .storage: PackageResources.storage_sql
            case .home: PackageResources.home_sql
            }
        return String(decoding: bytes, as: UTF8.self)
    }
}
