import CGeodesic

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The functions of PROJ's `geodesic.h` that are called, with an ellipsoid ready.
///
/// On Linux the library is loaded when the first distance is asked for: it loads
/// forty others (TLS, Kerberos, LDAP, TIFF), which takes longer than many a command
/// that measures nothing, and a sync that finds nothing.
struct GeodesicLibrary: @unchecked Sendable {
    typealias Ellipsoid = UnsafePointer<geod_geodesic>
    typealias Line = UnsafeMutablePointer<geod_geodesicline>
    typealias Out = UnsafeMutablePointer<Double>

    let inverse: @convention(c) (Ellipsoid?, Double, Double, Double, Double, Out?, Out?, Out?) -> Void
    let direct: @convention(c) (Ellipsoid?, Double, Double, Double, Double, Out?, Out?, Out?) -> Void
    let inverseLine: @convention(c) (Line?, Ellipsoid?, Double, Double, Double, Double, CUnsignedInt) -> Void
    let directLine: @convention(c) (Line?, Ellipsoid?, Double, Double, Double, Double, CUnsignedInt) -> Void
    let position: @convention(c) (UnsafePointer<geod_geodesicline>?, Double, Out?, Out?, Out?) -> Void
    /// WGS 84: made once and never changed, the functions only read it.
    let ellipsoid: Ellipsoid

    /// The library; never unloaded.
    static let loaded = GeodesicLibrary()

    private init() {
        let initialize: @convention(c) (UnsafeMutablePointer<geod_geodesic>?, Double, Double) -> Void
        #if canImport(Darwin)
            initialize = geod_init
            (inverse, direct, position) = (geod_inverse, geod_direct, geod_position)
            (inverseLine, directLine) = (geod_inverseline, geod_directline)
        #else
            // PROJ 9, and 8: their functions and structures are those of `geodesic.h`.
            guard let library = dlopen("libproj.so.25", RTLD_NOW) ?? dlopen("libproj.so.22", RTLD_NOW) else {
                fatalError(Self.missing)
            }
            func function<Function>(_ name: String) -> Function {
                guard let symbol = dlsym(library, name) else { fatalError(Self.missing) }
                return unsafeBitCast(symbol, to: Function.self)
            }
            initialize = function("geod_init")
            (inverse, direct, position) = (function("geod_inverse"), function("geod_direct"), function("geod_position"))
            (inverseLine, directLine) = (function("geod_inverseline"), function("geod_directline"))
        #endif
        let made = UnsafeMutablePointer<geod_geodesic>.allocate(capacity: 1)
        made.initialize(to: geod_geodesic())
        initialize(made, WGS84.equatorialRadius, WGS84.flattening)
        ellipsoid = UnsafePointer(made)
    }

    #if !canImport(Darwin)
        private static var missing: String {
            let reason = dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
            return "PROJ's library is missing, which measures all distances (\(reason)); Debian has it as libproj25"
        }
    #endif
}
