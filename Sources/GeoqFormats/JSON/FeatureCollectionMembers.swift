import Geoq

/// The members of a GeoJSON FeatureCollection around its features (RFC 7946,
/// 3.3). The features are too many to be read at once.
///
/// The type may come after the features, and so may a coordinate reference
/// system that geoq cannot use. Both throw even then, after the features were
/// read.
struct FeatureCollectionMembers {
    private var type: JSONValue?
    private var hasFeatures = false
    private var foreignSystem: String?
    /// Whether a system that agrees with WGS 84 to about two meters can be used, too.
    var takesCloseSystems = false
    /// The name of such a system, once it was read.
    private(set) var closeSystem: String?

    /// Reads members up to the `[` of `features` and steps over it; or to the
    /// object's end. The window stands behind the object's `{`.
    ///
    /// - Returns: Whether features follow.
    mutating func readUntilFeatures(_ window: StreamWindow, file: String) throws -> Bool {
        try window.skipBlanks()
        if try window.skip("}") { return false }
        return try readMembers(window, file: file)
    }

    /// Reads what comes after the `]` of the features, to the object's end.
    mutating func readAfterFeatures(_ window: StreamWindow, file: String) throws {
        if try isAfterLastMember(window) { return try check(file: file) }
        _ = try readMembers(window, file: file)
        try check(file: file)
    }

    private mutating func readMembers(_ window: StreamWindow, file: String) throws -> Bool {
        repeat {
            try window.skipBlanks()
            let name = try FeatureCollectionMembers.name(window)
            try window.skipBlanks()
            guard try window.skip(":") else { throw JSONShapeError(reason: "a colon is expected after a name") }
            try window.skipBlanks()
            if name == "features", isCollection, try window.peek() == UInt8(ascii: "[") {
                guard !hasFeatures else { throw FileProblem(file: file, reason: "it has two members \"features\"") }
                window.advance()
                hasFeatures = true
                try check(file: file, isComplete: false)
                return true
            }
            try readValue(window, of: name)
        } while try !isAfterLastMember(window)
        if !hasFeatures, type == .string("FeatureCollection") {
            throw FileProblem(file: file, reason: "a FeatureCollection without an array of features")
        }
        return false
    }

    /// Whether it is a FeatureCollection, as far as it has been read.
    private var isCollection: Bool {
        type == nil || type == .string("FeatureCollection")
    }

    private static func name(_ window: StreamWindow) throws -> String {
        guard try window.peek() == UInt8(ascii: "\"") else {
            throw JSONShapeError(reason: "a member's name in quotes is expected")
        }
        guard let name = try value(window)?.string else { throw JSONShapeError(reason: "a name is not readable") }
        return name
    }

    private mutating func readValue(_ window: StreamWindow, of name: String) throws {
        guard let byte = try window.peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") else {
            throw JSONShapeError(reason: "a value is expected after the colon")
        }
        switch name {
        case "type":
            type = try FeatureCollectionMembers.value(window)
        case "crs":
            guard let system = try FeatureCollectionMembers.value(window) else {
                foreignSystem = "a system that cannot be read"
                return
            }
            let members = JSONObject([JSONObject.Member(name, system)])
            closeSystem = takesCloseSystems ? GeoJSONPoint.closeSystem(in: members) : nil
            foreignSystem = closeSystem == nil ? GeoJSONPoint.foreignSystem(in: members) : nil
        default:
            try JSONElementReader.skipValue(window)
        }
    }

    /// Reads a value; nil when it is not JSON or is too long.
    ///
    /// The window may have kept as much as it can for the value that came before.
    private static func value(_ window: StreamWindow) throws -> JSONValue? {
        var bytes: [UInt8] = []
        try JSONElementReader.skipValue(window) { if bytes.count <= window.maximumKept { bytes += $0 } }
        guard bytes.count <= window.maximumKept else { return nil }
        return try? JSONValue(parsing: bytes)
    }

    private func isAfterLastMember(_ window: StreamWindow) throws -> Bool {
        try window.skipBlanks()
        if try window.skip("}") { return true }
        guard try window.skip(",") else {
            throw JSONShapeError(
                reason: try window.peek() == nil
                    ? "the file ends inside its object: it is cut short" : "a comma or } is expected after a member")
        }
        return false
    }

    private func check(file: String, isComplete: Bool = true) throws(FileProblem) {
        if isComplete, type != .string("FeatureCollection") {
            throw FileProblem(file: file, reason: "an object with features, but not of type FeatureCollection")
        }
        if let foreignSystem {
            throw FileProblem(
                file: file, reason: "its coordinates are in \(foreignSystem); convert it to EPSG:4326 first")
        }
    }
}
