import Foundation
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

@Suite(.waits) struct BinaryFieldTests {
    private static func bytes(_ number: some FixedWidthInteger) -> ArraySlice<UInt8> {
        withUnsafeBytes(of: number.bigEndian) { ArraySlice($0) }
    }

    @Test func `moments are ISO 8601 in UTC`() throws {
        let cases: [(Int64, String)] = [
            (0, "2000-01-01T00:00:00Z"), (-1, "1999-12-31T23:59:59.999999Z"),
            (831_106_800_123_456, "2026-05-03T07:00:00.123456Z"), (.max, "infinity"), (.min, "-infinity"),
            (-63_113_904_000_000_000, "0000-01-01T00:00:00Z"), (-63_145_440_000_000_000, "-0001-01-01T00:00:00Z"),
            (252_455_616_000_000_000, "+10000-01-01T00:00:00Z"), (5_184_000_000_000, "2000-03-01T00:00:00Z"),
        ]
        for (value, text) in cases { #expect(try BinaryField.timestamp(Self.bytes(value)) == text) }
    }

    @Test func `days agree with Foundation's calendar`() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let start = try #require(calendar.date(from: DateComponents(year: 2000, month: 1, day: 1)))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let days = Int32.random(in: -140_000...2_000_000, using: &generator)
            let date = try #require(calendar.date(byAdding: .day, value: Int(days), to: start))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            #expect(try BinaryField.date(Self.bytes(days)) == text)
        }
    }

    @Test func `values of the wrong size are refused`() {
        for count in [0, 1, 3, 5, 15, 17] {
            let bytes = ArraySlice(repeatElement(UInt8(2), count: count))
            #expect(throws: WireError.self) { try BinaryField.uuid(bytes) }
            #expect(throws: WireError.self) { try BinaryField.double(bytes) }
            #expect(throws: WireError.self) { try BinaryField.xid(bytes) }
            #expect(throws: WireError.self) { try BinaryField.bool(bytes) }
        }
        #expect(throws: WireError.self) { try BinaryField.text([0xFF, 0xFE]) }
    }

    @Test func `arrays become JSON`() throws {
        let header = [1, 1, 25, 3, 1].flatMap { Self.bytes(Int32($0)) }
        let array =
            header + Self.bytes(Int32(2)) + Array("a\"".utf8) + Self.bytes(Int32(-1)) + Self.bytes(Int32(1)) + [10]
        #expect(try BinaryArray.jsonTexts(ArraySlice(array)) == #"["a\"",null,"\u000a"]"#)
        #expect(try BinaryArray.jsonTexts(ArraySlice([0, 0, 25].flatMap { Self.bytes(Int32($0)) })) == "[]")
        var generator = SeededGenerator(seed: 3)
        var read = 0
        for _ in 0..<20_000 {
            let damaged = ArraySlice(Mutation.damage(array, using: &generator))
            if (try? BinaryArray.jsonTexts(damaged)) != nil { read += 1 }
            _ = try? BinaryArray.jsonIntegers(damaged)
        }
        #expect(read > 0 && read < 20_000, "Some damage is of texts alone.")
        for count in [Int32.max, -5, 100_001] {
            let numbers: [Int32] = [1, 0, 25, count, 1, 0]
            let huge: [UInt8] = numbers.flatMap { Array(Self.bytes($0)) }
            #expect(throws: WireError.self) { try BinaryArray.elements(ArraySlice(huge)) }
        }
    }

    @Test func `only points with SRID 4326 are places`() throws {
        func ewkb(_ type: UInt32, _ srid: UInt32?, _ numbers: [Double]) -> ArraySlice<UInt8> {
            var bytes: [UInt8] = [1]
            bytes += withUnsafeBytes(of: type.littleEndian, Array.init)
            if let srid { bytes += withUnsafeBytes(of: srid.littleEndian, Array.init) }
            for number in numbers { bytes += withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init) }
            return ArraySlice(bytes)
        }
        let point = try EWKB.point(ewkb(0x2000_0001, 4326, [-76.5, 42.4]))
        #expect(point?.longitude == -76.5 && point?.latitude == 42.4)
        let empty = try EWKB.point(ewkb(0x2000_0001, 4326, [.nan, .nan]))
        #expect(empty == nil)
        for bad in [
            ewkb(1, nil, [-76.5, 42.4]), ewkb(0x2000_0001, 3857, [1, 2]), ewkb(0x2000_0002, 4326, [1, 2]),
            ewkb(0x2000_0001, 4326, [1]), [],
        ] {
            #expect(throws: WireError.self) { try EWKB.point(bad) }
        }
    }
}
