/// A column of places beside latitude and longitude.
extension TableDescription {
    /// Whether a column of points is surely a copy of the latitude and longitude beside it: the server computes it of
    /// them alone. Any other may lack places, or have earlier ones, or others.
    ///
    /// What the server computes is known in the forms that people write: `ST_SetSRID(ST_MakePoint(lon, lat), 4326)` or
    /// `ST_Point(lon, lat, 4326)`, also cast to `geography`. One that is written otherwise counts as no copy.
    func isCopy(_ places: Column) -> Bool {
        guard let computation = places.computation, let latitude = source(of: "lat"), let longitude = source(of: "lon")
        else { return false }
        // Functions and types of PostGIS have its schema before them where the search path lacks it.
        let start = computation.drop { $0 == "(" }
        guard let end = start.firstRange(of: "st_")?.lowerBound else { return false }
        let schema = start[..<end]
        guard schema.isEmpty || schema.last == "." else { return false }
        var point = computation[...]
        let casts = ["geography", "geography(Point,4326)", "geometry", "geometry(Point,4326)"]
        while let cast = casts.map({ ")::\(schema)\($0)" }).first(where: point.hasSuffix), point.first == "(" {
            point = point.dropFirst().dropLast(cast.count)
        }
        let numbers = Self.numbers(longitude).flatMap { x in Self.numbers(latitude).map { "\(x), \($0)" } }
        return numbers.contains { both in
            let plain = ["\(schema)st_makepoint(\(both))", "\(schema)st_point(\(both))"]
            // A geography without an SRID is in 4326; a geometry has none.
            let ofGeography = places.type == "geography" ? plain : []
            let all = plain.map { "\(schema)st_setsrid(\($0), 4326)" } + ["\(schema)st_point(\(both), 4326)"]
            return (all + ofGeography).contains { $0 == point }
        }
    }

    /// How the server may write a column as a `float8`: names that need no quotes have none.
    private static func numbers(_ column: Column) -> [String] {
        [column.name, SQLText.name(column.name)].flatMap { [$0, "(\($0))::double precision"] }
    }
}
