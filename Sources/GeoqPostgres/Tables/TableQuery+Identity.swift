import Geoq
import GeoqStore
import GeoqSync

/// By what a row is known: an id of the table's own, or one that is made of its key.
extension TableQuery {
    /// The id of a row, and the key that it was made of.
    func identity(_ field: ArraySlice<UInt8>) throws(WireError) -> (FeatureID, key: String?) {
        if key == nil { return (try BinaryField.uuid(field), nil) }
        let text = try BinaryField.text(field)
        return (RecordUUID.derived(source: sourceName, sourceID: text), text)
    }

    /// The id that a server's answer names; nil for another text.
    func featureID(_ text: String) -> FeatureID? {
        key == nil ? FeatureID(text) : RecordUUID.derived(source: sourceName, sourceID: text)
    }

    /// SQL for the keys of all rows.
    var allKeys: String { "SELECT \(id) FROM \(narrowSource) WHERE \(belongs ?? "true")" }

    func isOne(of ids: [FeatureID]) -> String {
        key?.isOne(of: ids.compactMap { keys[$0] }) ?? "\(id) = ANY (\(SQLText.array(ids)))"
    }

    func isNone(of ids: [FeatureID]) -> String {
        key.map { "NOT (\($0.isOne(of: ids.compactMap { keys[$0] })))" } ?? "\(id) <> ALL (\(SQLText.array(ids)))"
    }

    /// The same with the ids as a parameter.
    func isNone(of ids: [FeatureID], _ parameters: ParameterList) -> String {
        key == nil ? "\(id) <> ALL (\(parameters.ids(ids)))" : isNone(of: ids)
    }
}
