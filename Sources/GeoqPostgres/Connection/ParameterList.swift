import Geoq
import GeoqSync

/// The values for `$1`, `$2` and so on of one statement, as texts.
final class ParameterList {
    private(set) var values: [String?] = []

    func number(_ value: Double) -> String {
        precondition(value.isFinite, "A coordinate or a length is a number.")
        return add("\(value)", "float8")
    }

    func text(_ value: String) -> String { add(value, "text") }
    func integer(_ value: Int) -> String { add("\(value)", "int8") }
    func id(_ value: FeatureID) -> String { add(value.description, "uuid") }

    func ids(_ values: [FeatureID]) -> String {
        add("{\(values.map(\.description).joined(separator: ","))}", "uuid[]")
    }

    private func add(_ value: String, _ type: String) -> String {
        values.append(value)
        return "$\(values.count)::pg_catalog.\(type)"
    }
}
