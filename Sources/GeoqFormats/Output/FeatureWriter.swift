public import Geoq

/// Writes features one after the other in one format.
///
/// It keeps only some 64 KiB of output, and the first rows of a table (see
/// `TableLayout`). Call `finish()`, or the end of the output is missing.
///
/// All formats but `table` write every field that the features have. Not
/// `Sendable`: one writer, one thread at a time.
public final class FeatureWriter {
    private var encoder: any FeatureEncoder
    private var buffer: [UInt8] = []
    private let output: ([UInt8]) throws -> Void
    private var isFinished = false

    private static let chunkSize = 64 * 1024

    /// - Parameters:
    ///   - fields: Names for the header of `csv`, in order, without `id`, `lat`
    ///     and `lon`; nil takes those of the first feature. No other format
    ///     needs them.
    ///   - output: Takes the bytes in order, in pieces of at least one byte. A
    ///     piece may end within a line or a character. What it throws, the
    ///     writer's functions throw.
    public convenience init(
        _ format: OutputFormat, fields: [String]? = nil, output: @escaping ([UInt8]) throws -> Void
    ) {
        self.init(format, fields: fields, table: TableLayout(), output: output)
    }

    /// - Parameter table: How a table looks; no other format needs it.
    package init(
        _ format: OutputFormat, fields: [String]? = nil, table: TableLayout,
        output: @escaping ([UInt8]) throws -> Void
    ) {
        encoder =
            switch format {
            case .table: TableEncoder(layout: table)
            case .json: JSONArrayEncoder()
            case .ndjson: JSONLinesEncoder()
            case .geojson: GeoJSONEncoder()
            case .geojsonseq: GeoJSONSequenceEncoder()
            case .csv: CSVEncoder(fields: fields)
            case .ids: IDEncoder()
            }
        self.output = output
    }

    /// Writes one more feature.
    ///
    /// - Precondition: Not after `finish()`. Reals are finite; a CSV feature
    ///   has no field that the header lacks.
    /// - Throws: What `output` throws.
    /// - Complexity: O(size of the feature).
    public func write(_ feature: Feature) throws {
        precondition(!isFinished, "A feature was written after the end.")
        encoder.append(feature, to: &buffer)
        if buffer.count >= FeatureWriter.chunkSize { try flush() }
    }

    /// Hands over the finished bytes, so that a reader at the other end of a
    /// pipe sees them now. Rows that a table still measures are kept.
    ///
    /// - Throws: What `output` throws.
    /// - Complexity: O(bytes that were not handed over).
    public func flush() throws {
        guard !buffer.isEmpty else { return }
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// The titles of a table's columns for which the terminal has no room. Known
    /// after `finish()`.
    package var omittedColumns: [String] {
        (encoder as? TableEncoder)?.omitted ?? []
    }

    /// Writes the end. Without any feature this is the empty collection of the
    /// format, or nothing.
    ///
    /// - Precondition: Not called before.
    /// - Throws: What `output` throws.
    /// - Complexity: O(bytes that were not handed over); for a table O(features
    ///   that it measures) besides.
    public func finish() throws {
        precondition(!isFinished, "The end was written twice.")
        isFinished = true
        encoder.appendEnd(to: &buffer)
        try flush()
    }
}

/// One format: bytes for each feature and for the end. The beginning is written
/// with the first feature, or with the end if there is no feature.
protocol FeatureEncoder {
    mutating func append(_ feature: Feature, to bytes: inout [UInt8])
    mutating func appendEnd(to bytes: inout [UInt8])
}

/// One id a line.
struct IDEncoder: FeatureEncoder {
    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: feature.id.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {}
}
