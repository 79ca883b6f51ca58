public import Geoq

/// What a caller says about a file.
public struct ImportOptions: Equatable, Sendable {
    /// What the file's rows become, when its format does not decide that.
    public var kind: ImportKind
    /// The file's columns or members by geoq's names of fields, such as
    /// `["lat": "Y", "lon": "X"]`. Other fields are found by their usual names.
    public var columnMap: [String: String] = [:]
    /// The species of all rows, for files of one species without a column for it.
    public var species: String?
    /// The id or the name of the hotspot of all rows of presence, for files that
    /// name none.
    public var hotspot: String?
    /// The order of the numbers in dates that do not begin with the year; nil to
    /// find it by the format, or by all dates of the file.
    public var dateOrder: DateOrder?

    /// Whether a sighting may have neither species nor date, for questions that
    /// a place alone can answer. An import reads such rows as hotspots.
    public var takesPlacesAlone = false

    /// Options that read the rows as this kind, and leave all else to the format.
    public init(kind: ImportKind) {
        self.kind = kind
    }
}
