import Foundation
import Geoq
import GeoqHTTP
import GeoqServer
import GeoqStore
import GeoqSync

/// The process behind `geoq serve`.
///
/// It is a separate program, which `geoq serve` becomes, because the server's
/// libraries would make every other command start milliseconds later. Its
/// arguments are `name=value`, as that command writes them; people use the
/// command.
@main
enum GeoqServe {
    static func main() async {
        ProcessMemory.configure()
        do {
            let configuration = try fitted(configuration(CommandLine.arguments.dropFirst()))
            let path = configuration.path
            try await HTTPTransport.run { @Sendable transport in
                var configuration = configuration
                configuration.pictures = AccountPictures(transport: transport)
                let server = try Server(configuration) { address in say("\(path) is served at \(address)") }
                try await server.run(stopsAtSignals: true)
            }
        } catch {
            say(sentence(for: error))
            exit(exitCode(of: error))
        }
    }

    /// Each connection is an open file: as many as this process may have. A process without any left would be ended by
    /// the system's libraries, without a word.
    ///
    /// - Returns: The configuration with no more connections than there are files for.
    /// - Throws: `ScarceFiles`.
    private static func fitted(_ configuration: ServerConfiguration) throws -> ServerConfiguration {
        raiseFileLimit()
        guard let limit = OpenFiles.limit else { return configuration }
        var fitted = configuration
        let wanted = configuration.limits.connections
        let free = OpenFiles.free(upTo: ConnectionAllowance.files(for: wanted))
        guard let allowance = ConnectionAllowance(wanted: wanted, freeFiles: free) else {
            throw ScarceFiles(limit: limit)
        }
        fitted.limits.connections = allowance.connections
        if let notice = allowance.notice(limit: limit) { say(notice) }
        return fitted
    }

    /// Lets this process open as many files as it may. Where the system refuses that, the limit stays.
    private static func raiseFileLimit() {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(resource, &limit)
    }

    private static func configuration(_ arguments: some Sequence<String>) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(path: "")
        var area: (name: String, text: String?, edges: String, pole: String?)?
        for argument in arguments {
            let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2 else { throw BadArgument(text: argument) }
            let value = halves[1]
            switch halves[0] {
            case "db": configuration.path = value
            case "host": configuration.host = value
            case "port":
                guard let port = Int(value) else { throw BadArgument(text: argument) }
                configuration.port = port
            case "token-file": configuration.token = try token(in: value)
            case "cors": configuration.allowedOrigin = value
            case "public": configuration.isPublic = value == "true"
            case "edits": configuration.takesEdits = value == "true"
            case "leaflet": configuration.leafletFolder = value
            case "online-tiles": configuration.onlineTiles = value
            case "base-url": configuration.baseURL = value
            case "trust-proxy": configuration.trustedProxies.insert(value)
            case "access-log": configuration.accessLog = value
            case "area": area = (value, nil, "drawn", nil)
            case "area-text": area?.text = try text(of: value)
            case "area-edges": area?.edges = value
            case "area-pole": area?.pole = value
            default: throw BadArgument(text: argument)
            }
        }
        guard !configuration.path.isEmpty else { throw BadArgument(text: "nothing") }
        if let area {
            guard let text = area.text else { throw BadArgument(text: "area=\(area.name)") }
            configuration.area = try ServedArea(
                name: area.name, text: text, edges: area.edges, pole: area.pole)
        }
        return configuration
    }

    /// What the open file of a number holds, which `geoq serve` has left open.
    private static func text(of descriptor: String) throws -> String {
        guard let number = Int32(descriptor), number > 2 else { throw BadArgument(text: "area-text=\(descriptor)") }
        let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// A longer line is no token.
    private static let longestToken = 1 << 16

    /// The first line of a file, or of a pipe such as `/dev/stdin`.
    private static func token(in file: String) throws -> String {
        switch FirstLine(ofFile: file, longest: longestToken) {
        case .line(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else { throw NoToken.none(in: file) }
            let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !token.isEmpty else { throw NoToken.none(in: file) }
            return token
        case .tooLong: throw NoToken(exitCode: 65, sentence: "the first line of \(file) is too long for a token")
        case .failed(ENOENT), .failed(ENOTDIR):
            throw NoToken(exitCode: 66, sentence: "no file at \(file), which --token-file names")
        case .failed(let code):
            throw NoToken(exitCode: 74, sentence: "--token-file \(file): \(String(cString: strerror(code)))")
        }
    }

    private static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("geoq: \(TerminalText.neutralized(text))\n".utf8))
    }

    /// An error with the command or option of `geoq` that helps.
    private static func sentence(for error: any Error) -> String {
        switch error {
        case StoreError.missing: "\(error); make one with: geoq import FILE --as hotspots"
        case StoreError.notAStore: "\(error); choose another file with --db"
        case ServerError.openToAll: "\(error); give a --token-file, or say --public if everyone may read the store"
        case ServerError.leafletMissing: "\(error), or name the folder with --leaflet"
        case ServerError.cannotListen(_, _, isTaken: true, _): "\(error); choose another with --port"
        default: "\(error)"
        }
    }

    /// As `geoq` has them (sysexits.h).
    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case is BadArgument, is ServedArea.UnknownWord: 64
        case let error as NoToken: error.exitCode
        case is ScarceFiles: 74
        case let error as ServerError:
            switch error {
            case .leafletMissing: 66
            case .cannotListen, .accessLogUnwritable: 74
            case .badPort, .weakToken, .openToAll, .badOnlineTiles, .badOrigin, .badBaseURL, .badProxy: 64
            }
        case let error as StoreError:
            switch error {
            case .missing: 66
            case .notAStore, .newer: 65
            default: 74
            }
        default: 70
        }
    }
}

private struct BadArgument: Error, CustomStringConvertible {
    let text: String

    var description: String { "\(text) is no setting; use: geoq serve" }
}

private struct NoToken: Error, CustomStringConvertible {
    /// sysexits.h: no input, bad data, or an error of the system.
    let exitCode: Int32
    let sentence: String

    var description: String { sentence }

    static func none(in file: String) -> NoToken {
        NoToken(exitCode: 65, sentence: "--token-file \(file) holds no token, or is not UTF-8")
    }
}
