/// A sync or a proof without a URL, of a store that remembers no server and has no login.
struct NoServerNamed: Error, CustomStringConvertible {
    /// What was asked for, as a word of the command line.
    var command: String

    var description: String {
        "geoq \(command) has no server: name one, such as geoq \(command) postgresql://user@host/database (or set "
            + "PGHOST, PGDATABASE or PGSERVICE), or log in to a project with: geoq login URL --email ADDRESS"
    }
}
