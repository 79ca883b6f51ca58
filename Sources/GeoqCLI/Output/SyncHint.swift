import GeoqIndex
import GeoqSync

/// What a person at the prompt can do about a sync's problem: the options and
/// commands that `SyncRemedy` stands for.
enum SyncHint {
    /// An error, and what to do about it.
    static func sentence(_ error: SyncError) -> String {
        var words = [error.message]
        switch error.kind {
        case .noTable where error.message.hasSuffix("?") || error.remedy != nil: break
        case .noTable: words.append("--tables names other ones")
        case .unconfirmed:
            words += [
                "if that is right, run geoq sync with --yes", "otherwise look at the server, --as and the part",
            ]
        default: break
        }
        if let remedy = error.remedy { words.append(hint(remedy)) }
        return words.joined(separator: "; ")
    }

    /// A sentence behind the name of the relation that it is about, which stands once: many sentences begin with it.
    ///
    /// - Parameters:
    ///   - name: the relation, alone or behind the server's address.
    ///   - relation: as the mapping has it, perhaps without its schema; nil when the sentence is about a server.
    static func sentence(_ sentence: String, behind name: String, of relation: String?) -> String {
        guard let relation, name.hasSuffix(relation), words(of: sentence, behind: relation) != nil else {
            return "\(name): \(sentence)"
        }
        return String(name.dropLast(relation.count)) + sentence
    }

    /// A sentence without the relation's name and a colon at its beginning: the words before it name the relation.
    static func reason(_ sentence: String, of relation: String?) -> String {
        guard let relation, let rest = words(of: sentence, behind: relation), rest.hasPrefix(": ") else {
            return sentence
        }
        return String(rest.dropFirst(2))
    }

    /// What follows the name at the beginning of a sentence, where it may have a schema; nil when it is not there.
    private static func words(of sentence: String, behind relation: String) -> Substring? {
        func words(_ text: Substring) -> Substring? {
            guard text.hasPrefix(relation) else { return nil }
            let rest = text.dropFirst(relation.count)
            guard let next = rest.first, !": .,".contains(next) else { return rest }
            return nil
        }
        if let found = words(sentence[...]) { return found }
        guard let dot = sentence.firstIndex(of: "."), !sentence[..<dot].contains(" ") else { return nil }
        return words(sentence[sentence.index(after: dot)...])
    }

    /// A finding, and what to do about it: behind an obstacle, and behind the
    /// cost of anything else.
    static func words(_ finding: SchemaFinding) -> (what: String, cost: String) {
        let words = finding.remedy.map { "; " + hint($0) } ?? ""
        return finding.isObstacle ? (finding.what + words, finding.cost) : (finding.what, finding.cost + words)
    }

    private static func hint(_ remedy: SyncRemedy) -> String {
        switch remedy {
        case .tableBehind: "name the table behind it with --tables"
        case .idColumn: "name the id's column with --tables"
        case .column: "give its name with --tables"
        case .distinctColumn: "name the column that tells rows apart with --tables"
        case .pull: "run geoq sync first"
        case .mirrorsTables: "leave --tables away, or sync with these"
        case .mirrorsUser(let user): user.map { "give --as \($0) or leave it away" } ?? "leave --as away"
        case .forgetMirror(let name):
            "take them back first with geoq sources remove \(ShellWord.quoted(name))"
        case .region: "sync it again with --near, --region, --area or --along"
        case .chooseUser: "see --as"
        case .logIn: "log in with: geoq login URL --email ADDRESS"
        case .key: "log in again with the one that it has now: geoq login URL --email ADDRESS --key-file FILE"
        case .keyColumn: "name the columns that identify a row with --key"
        case .mapColumn: "name the relation's columns with --map OURS=THEIRS"
        case .lostColumn: "name the column with --map OURS=THEIRS, or go on without it with --table alone"
        case .placeColumn: "name them with --map geometry=COLUMN, or --map lat=COLUMN,lon=COLUMN"
        case .keptColumns: "name the columns to keep with --keep COLUMN, or --keep NAME=COLUMN"
        case .decimalPoint: "mirror a view with replace(COLUMN, ',', '.') for each of the two"
        case .spatialReference: "add it there, or mirror a view whose places have a known one"
        case .shapePlace: "a point stands for each shape with --points surface, or --points centroid"
        case .rightOfView: "grant that right to the user of the connection, or to the owner of the view"
        case .failingView: "mend it, or mirror a view without the rows that it fails for"
        case .policy:
            "it has row-level security: mend the policy that fails for this user, grant what the policy reads, or connect "
                + "as a user whom no policy concerns"
        case .steadyRows:
            "rows of a view must not depend on random(), on the clock, or on an order that nothing fixes, as those of "
                + "row_number() do; if a file or another server is behind it, sync again"
        case .foreignServer: "look at that server, and at the database's CREATE SERVER and USER MAPPING for it"
        case .silentServer:
            "look at that server; ALTER SERVER NAME OPTIONS (ADD connect_timeout '2') lets the database give it up after "
                + "two seconds"
        case .connections:
            "end other programs that are connected, or raise CONNECTION LIMIT of the user or max_connections of the server"
        case .srid: "say it with --srid, such as --srid 4326"
        case .relationList: "geoq sync URL --list shows which there are"
        case .needlessSRID: "leave --srid away; the server transforms them"
        case .buckets: "make it with geoq server-sql storage"
        case .kit: "install it with geoq server-sql kit"
        }
    }
}

extension Region {
    /// The region as options of the command; of an area or a route, which may have been edited
    /// since, what is kept of it besides.
    var options: String {
        switch self {
        case .box(let box): "--region \(box.west),\(box.south),\(box.east),\(box.north)"
        case .circle(let center, let radius):
            "--near \(center.latitude),\(center.longitude) --km \(radius.meters / 1000)"
        case .area(let area, let name):
            "--area \(ShellWord.quoted(name)) (\(area.positionCount) positions, \(area.edges.rawValue) edges)"
        case .corridor(let corridor, let name):
            "--along \(ShellWord.quoted(name)) --km \(corridor.width.meters / 1000) (\(corridor.line.count) positions)"
        }
    }
}
