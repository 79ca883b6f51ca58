import Geoq

/// A data set as bytes, chunk by chunk.
public struct ScatterEncoder: Sendable {
    /// How points are written.
    public enum Format: String, CaseIterable, Sendable {
        /// `id,name,lat,lon`, with sightings `id,species,date,lat,lon`; six
        /// decimals, lines that end in LF.
        case csv
        /// Latitude and longitude as little-endian 64-bit floats, 16 bytes a
        /// point and nothing else.
        case raw
    }

    private let points: ScatteredPoints
    private let sightings: ScatteredSightings?
    private let format: Format

    public init(_ points: ScatteredPoints, sightings: ScatteredSightings? = nil, format: Format) {
        (self.points, self.sightings, self.format) = (points, sightings, format)
    }

    /// The bytes before the first row.
    public var header: [UInt8] {
        switch format {
        case .raw: []
        case .csv: Array((sightings == nil ? "id,name,lat,lon\n" : "id,species,date,lat,lon\n").utf8)
        }
    }

    /// Rows as they stand in the file; ids count from 1.
    public func rows(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count * (format == .raw ? 16 : 56))
        for index in range {
            let (latitude, longitude) = points.millionths(at: index)
            switch format {
            case .raw:
                Self.append(Double(latitude) / 1e6, to: &bytes)
                Self.append(Double(longitude) / 1e6, to: &bytes)
            case .csv:
                appendLabels(index, to: &bytes)
                Self.append(millionths: latitude, to: &bytes)
                bytes.append(UInt8(ascii: ","))
                Self.append(millionths: longitude, to: &bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        return bytes
    }

    private func appendLabels(_ index: Int, to bytes: inout [UInt8]) {
        Self.append(index + 1, to: &bytes)
        if let sightings {
            let (species, day) = sightings.sighting(at: index)
            bytes.append(contentsOf: ",Species ".utf8)
            Self.append(species, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: day.description.utf8)
        } else {
            bytes.append(contentsOf: ",Point ".utf8)
            Self.append(index + 1, to: &bytes)
        }
        bytes.append(UInt8(ascii: ","))
    }

    private static func append(_ value: Double, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ value: Int, to bytes: inout [UInt8], digits: Int = 1) {
        var divisor = 1
        var count = 1
        while count < digits || value / divisor >= 10 {
            divisor *= 10
            count += 1
        }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private static func append(millionths value: Int32, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let size = Int(value.magnitude)
        append(size / 1_000_000, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        append(size % 1_000_000, to: &bytes, digits: 6)
    }
}
