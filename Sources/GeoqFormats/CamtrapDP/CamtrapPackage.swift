import Geoq

/// What the `datapackage.json` of a Camtrap DP says (https://camtrap-dp.tdwg.org).
struct CamtrapPackage: Equatable {
    /// The package's own name, when it can name a source.
    var name: String?
    /// The licence of the data: `CC0-1.0`.
    var license: String?
    /// The paths of the tables within the input.
    var deployments: String
    var observations: String

    /// The largest `datapackage.json` that is read, in bytes.
    static let maximumBytes = 4 << 20

    /// Finds the description in an input and reads it.
    ///
    /// - Returns: nil when the input has no description, or the description
    ///   does not name the two tables: other data packages have one, too.
    init?(in input: any ImportInput) throws {
        guard let member = CamtrapPackage.member(of: input), let bytes = try CamtrapPackage.bytes(of: member, input),
            let package = (try? JSONValue(parsing: bytes))?.object
        else { return nil }
        let folder = member.lastIndex(of: "/").map { String(member[...$0]) } ?? ""
        var paths: [String: String] = [:]
        for resource in package["resources"]?.array ?? [] {
            guard let resource = resource.object, let name = resource["name"]?.string else { continue }
            // A path may be a list of parts. Of a table in parts only the first
            // is looked for.
            paths[name] = resource["path"]?.string ?? resource["path"]?.array?.first?.string
        }
        guard let deployments = paths["deployments"], let observations = paths["observations"] else { return nil }
        (self.deployments, self.observations) = (folder + deployments, folder + observations)
        name = package["name"]?.string.flatMap { CamtrapPackage.isPlain($0) ? $0 : nil }
        license = package["licenses"]?.array?.compactMap(\.object)
            .first { $0["scope"] == nil || $0["scope"] == .string("data") }
            .flatMap { $0.text("name", "path") }
    }

    /// Data Package 1: names are lower case and may stand in an address.
    private static func isPlain(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                byte.isDigit || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }

    private static func member(of input: any ImportInput) -> String? {
        input.members
            .filter { $0.split(separator: "/").last == "datapackage.json" && !$0.contains("__MACOSX") }
            .min { ($0.utf8.count { $0 == UInt8(ascii: "/") }, $0) < ($1.utf8.count { $0 == UInt8(ascii: "/") }, $1) }
    }

    /// - Returns: nil when it is too large.
    private static func bytes(of member: String, _ input: any ImportInput) throws -> [UInt8]? {
        let bytes = try input.peek(member, count: maximumBytes + 1)
        return bytes.count > maximumBytes ? nil : bytes
    }
}
