import Glibc

@testable import GeoqIndex

/// GEOS as an oracle for areas with drawn edges: Debian's `libgeos_c`, which PostGIS and
/// SpatiaLite ask, too. It is opened when a test asks, so the package does not need it.
///
/// The plane's edges end at ±180° for GEOS: areas across it, and places on it, are not
/// for this oracle.
final class GEOS {
    private typealias Handle = OpaquePointer
    private typealias Geometry = OpaquePointer

    private struct Library: @unchecked Sendable {
        let start: @convention(c) () -> Handle?
        let finish: @convention(c) (Handle) -> Void
        let sequence: @convention(c) (Handle, UnsafePointer<Double>, UInt32, Int32, Int32) -> OpaquePointer?
        let ring: @convention(c) (Handle, OpaquePointer) -> Geometry?
        let polygon: @convention(c) (Handle, Geometry, UnsafeMutablePointer<Geometry?>?, UInt32) -> Geometry?
        let point: @convention(c) (Handle, Double, Double) -> Geometry?
        let isValid: @convention(c) (Handle, Geometry) -> CChar
        let prepare: @convention(c) (Handle, Geometry) -> OpaquePointer?
        let covers: @convention(c) (Handle, OpaquePointer, Geometry) -> CChar
        let destroy: @convention(c) (Handle, Geometry) -> Void
        let destroyPrepared: @convention(c) (Handle, OpaquePointer) -> Void

        init?() {
            guard let file = dlopen("libgeos_c.so.1", RTLD_NOW) else { return nil }
            func symbol<Function>(_ name: String, _ type: Function.Type) -> Function? {
                dlsym(file, name).map { unsafeBitCast($0, to: type) }
            }
            guard let start = symbol("GEOS_init_r", (@convention(c) () -> Handle?).self),
                let finish = symbol("GEOS_finish_r", (@convention(c) (Handle) -> Void).self),
                let sequence = symbol(
                    "GEOSCoordSeq_copyFromBuffer_r",
                    (@convention(c) (Handle, UnsafePointer<Double>, UInt32, Int32, Int32) -> OpaquePointer?).self),
                let ring = symbol(
                    "GEOSGeom_createLinearRing_r", (@convention(c) (Handle, OpaquePointer) -> Geometry?).self),
                let polygon = symbol(
                    "GEOSGeom_createPolygon_r",
                    (@convention(c) (Handle, Geometry, UnsafeMutablePointer<Geometry?>?, UInt32) -> Geometry?).self),
                let point = symbol(
                    "GEOSGeom_createPointFromXY_r", (@convention(c) (Handle, Double, Double) -> Geometry?).self),
                let isValid = symbol("GEOSisValid_r", (@convention(c) (Handle, Geometry) -> CChar).self),
                let prepare = symbol("GEOSPrepare_r", (@convention(c) (Handle, Geometry) -> OpaquePointer?).self),
                let covers = symbol(
                    "GEOSPreparedCovers_r", (@convention(c) (Handle, OpaquePointer, Geometry) -> CChar).self),
                let destroy = symbol("GEOSGeom_destroy_r", (@convention(c) (Handle, Geometry) -> Void).self),
                let destroyPrepared = symbol(
                    "GEOSPreparedGeom_destroy_r", (@convention(c) (Handle, OpaquePointer) -> Void).self)
            else { return nil }
            (self.start, self.finish, self.sequence, self.ring) = (start, finish, sequence, ring)
            (self.polygon, self.point, self.prepare, self.covers) = (polygon, point, prepare, covers)
            self.isValid = isValid
            (self.destroy, self.destroyPrepared) = (destroy, destroyPrepared)
        }
    }

    private static let library = Library()
    static let isThere = library != nil

    private let library: Library
    private let handle: Handle
    /// One for each polygon: polygons that overlap are no valid multipolygon.
    private var polygons: [(geometry: Geometry, prepared: OpaquePointer)] = []
    /// Whether each hole lies in its polygon. GEOS takes nothing of a hole outside of
    /// it for inside, and geoq counts how often the rings lie around a place.
    private(set) var holdsItsHoles = true
    /// Whether each polygon is valid.
    var isValid: Bool { polygons.allSatisfy { library.isValid(handle, $0.geometry) == 1 } }

    /// Nil when GEOS is not there, or refuses the polygons.
    init?(_ area: Area) {
        guard let library = Self.library, let handle = library.start() else { return nil }
        (self.library, self.handle) = (library, handle)
        for polygon in area.polygons {
            guard let outer = ring(polygon.outer) else { return nil }
            var holes = polygon.holes.map { ring($0) }
            let made = holes.withUnsafeMutableBufferPointer {
                library.polygon(handle, outer, $0.baseAddress, UInt32($0.count))
            }
            guard let made, let prepared = library.prepare(handle, made) else { return nil }
            polygons.append((made, prepared))
            if !holes.isEmpty, library.isValid(handle, made) != 1 { holdsItsHoles = false }
        }
    }

    deinit {
        for polygon in polygons {
            library.destroyPrepared(handle, polygon.prepared)
            library.destroy(handle, polygon.geometry)
        }
        library.finish(handle)
    }

    private func ring(_ places: [Coordinate]) -> Geometry? {
        let numbers = places.flatMap { [$0.longitude, $0.latitude] }
        return library.sequence(handle, numbers, UInt32(places.count), 0, 0).flatMap { library.ring(handle, $0) }
    }

    /// `ST_Covers`; nil when GEOS fails.
    func covers(_ place: Coordinate) -> Bool? {
        guard let point = library.point(handle, place.longitude, place.latitude) else { return nil }
        defer { library.destroy(handle, point) }
        for polygon in polygons {
            switch library.covers(handle, polygon.prepared, point) {
            case 0: continue
            case 1: return true
            default: return nil
            }
        }
        return false
    }
}
