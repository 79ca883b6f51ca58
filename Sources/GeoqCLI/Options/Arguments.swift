public import ArgumentParser
public import Geoq

// The words of geoq's values on the command line. A conformance of a public
// type is public, hence the imports.

extension ImportKind: ExpressibleByArgument {}
extension Layer: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension ScatterEncoder.Format: ExpressibleByArgument {}

extension Day: ExpressibleByArgument {
    /// `yyyy-mm-dd`
    public init?(argument: String) {
        self.init(iso: argument)
    }
}
