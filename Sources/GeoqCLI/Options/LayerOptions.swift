import ArgumentParser
import Geoq

/// The layer of places.
struct LayerOptions: ParsableArguments {
    @Option(help: "What to look for.")
    var layer: Layer = .hotspots
}

/// The layer of near, nearest and bbox, which may also be that of lines.
struct AskedLayerOptions: ParsableArguments {
    @Option(help: "What to look for. Trajectories are the ways of migrations.")
    var layer: AskedLayer = .hotspots

    /// The layer of places; nil for trajectories.
    var places: Layer? { Layer(rawValue: layer.rawValue) }
}

/// What near, nearest and bbox look for: the layers of places, and the ways of birds on
/// their migrations.
enum AskedLayer: String, CaseIterable, ExpressibleByArgument {
    case hotspots, observations, entries, trajectories

    /// A layer of places.
    init(_ places: Layer) {
        switch places {
        case .hotspots: self = .hotspots
        case .observations: self = .observations
        case .entries: self = .entries
        }
    }
}
