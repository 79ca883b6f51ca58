import ArgumentParser
import Geoq
import GeoqIndex

/// How the positions of an area are to be read: how edges run between them, and
/// which pole is inside.
struct AreaReading {
    /// nil when the user has not said it.
    var edges: Area.Edges?
    /// nil when the user has not said it.
    var pole: Area.Pole?
    /// The system of the coordinates of files that do not tell it; nil when the user has not said it.
    var srid: Int?

    var chosen: Area.Edges { edges ?? .drawn }

    /// That a system was given for a file that tells its own.
    static func needless(srid: Int, for name: String) -> ValidationError {
        ValidationError(
            "--srid \(srid): \(TerminalText.neutralized(name, limit: 200)) tells the system of its coordinates by itself; leave the option out."
        )
    }

    /// That a pole was given for areas of which none needs it.
    static func needless(_ pole: Area.Pole, for name: String) -> ValidationError {
        ValidationError(
            "--pole \(pole.rawValue): no ring of \(TerminalText.neutralized(name, limit: 200)) leaves open which pole it holds; leave the option out."
        )
    }
}
