extension HEIFItems {
    /// An image that is put together of others, how many layers of such images lie under it, and how many images are
    /// decoded for it.
    typealias Composition = (layers: Int, decodings: Int)

    /// A picture has two: tiles, and perhaps their turned whole.
    private static let mostLayers = 4
    /// A picture of 100 megapixels has some 1 500 tiles of 256 × 256.
    private static let mostDecodings = 10_000
    /// A file has one or two of each kind; an image is decoded behind any of them.
    private static let mostConfigurations = 16

    /// What decoders make of the images.
    ///
    /// - Throws: `PictureError.damaged`.
    /// - Complexity: O(bytes).
    func codedPictures(_ kind: PictureKind) throws -> [CodedPicture] {
        try HEIFBoxes(kind: kind).read {
            let sets = try configurations.filter { $0.kind == "hvcC" }
                .flatMap { try CodedPicture.units(ofConfiguration: $0.body) }
            var pictures = try CodedPicture.sequences(in: sets)
            var most = CodedPicture.pictureCount(of: sets) + 1
            for item in items.values where item.kind == "hvc1" {
                let units = try CodedPicture.units(ofImage: item.bytes)
                pictures += try CodedPicture.sequences(in: units)
                most = max(most, CodedPicture.pictureCount(of: sets) + CodedPicture.pictureCount(of: units))
            }
            for index in pictures.indices { pictures[index].count = min(most, CodedPicture.mostHeldOfHEVC) }
            // Behind the version and the level of an `av1C` come its units.
            let heads = configurations.filter { $0.kind == "av1C" }.map { $0.body.dropFirst(4) }
            guard heads.count <= Self.mostConfigurations else { throw ByteFields.Ended() }
            for item in items.values where item.kind == "av01" {
                let bytes = item.bytes
                for head in heads.isEmpty ? [[]] : heads {
                    var units = AV1Units()
                    try units.read(head)
                    try units.read(bytes)
                    pictures += units.pictures
                }
            }
            return pictures
        }
    }

    /// The sizes of the images that are put together of others: of tiles (ISO 23008-12, 6.6.2.3), and of images that
    /// lie over each other (6.6.2.2).
    func canvases(_ kind: PictureKind) throws -> [(width: Int, height: Int)] {
        try HEIFBoxes(kind: kind).read {
            try items.values.compactMap { item in
                guard item.kind == "grid" || item.kind == "iovl" else { return nil }
                var fields = ByteFields(item.bytes)
                let width = try fields.number(2) & 1 == 1 ? 4 : 2
                // The numbers of rows and columns, or a color.
                _ = try fields.bytes(item.kind == "grid" ? 2 : 8)
                return (try fields.number(width), try fields.number(width))
            }
        }
    }

    /// How the image that needs the most others is put together.
    ///
    /// - Throws: `PictureError.unsupported` for too many layers or images, and for an image within itself.
    func largestComposition(_ kind: PictureKind) throws -> Composition {
        var known: [UInt32: Composition] = [:]
        let tooManyLayers = PictureError.unsupported(kind, reason: "it is put together in too many layers")
        func composition(_ id: UInt32, _ layer: Int) throws -> Composition {
            if let seen = known[id] { return seen }
            guard layer <= Self.mostLayers else { throw tooManyLayers }
            var found: Composition = (0, 0)
            let sources = items[id]?.sources ?? []
            for source in sources {
                let below = try composition(source, layer + 1)
                found.layers = max(found.layers, below.layers + 1)
                guard found.layers <= Self.mostLayers else { throw tooManyLayers }
                found.decodings += below.decodings
                guard found.decodings <= Self.mostDecodings else {
                    throw PictureError.unsupported(
                        kind, reason: "it is put together of more than \(Self.mostDecodings) images")
                }
            }
            if sources.isEmpty { found.decodings = 1 }
            known[id] = found
            return found
        }
        return try items.keys.reduce((0, 1)) { most, id in
            let next = try composition(id, 0)
            return (max(most.0, next.layers), max(most.1, next.decodings))
        }
    }
}
