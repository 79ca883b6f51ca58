import ArgumentParser

/// The names of a server's tables, and the user whose rows are seen.
struct RemoteViewOptions: ParsableArguments {
    @Option(help: RemoteViewOptions.tablesHelp, completion: .file())
    var tables: String?

    @Option(name: .customLong("as"), help: RemoteViewOptions.userHelp)
    var user: String?

    static var tablesHelp: ArgumentHelp {
        ArgumentHelp("A JSON file with other names of tables and columns.", valueName: "file")
    }

    static var userHelp: ArgumentHelp {
        ArgumentHelp("See what this user may see, under row-level security.", valueName: "uuid")
    }

    /// The refusal of a relation that is to be one of a file that was not given.
    static func withoutFile(_ table: String) -> ValidationError {
        ValidationError(
            "--table chooses a relation of the file of --tables. geoq sync URL --list --write tables.json writes "
                + "such a file, with the keys, names and places that the catalog tells; then give "
                + "--tables tables.json --table \(ShellWord.quoted(table)).")
    }

    func validate() throws { try view.check() }

    var view: RemoteView { RemoteView(tables: tables, user: user) }
}
