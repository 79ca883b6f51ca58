/// What a decoder makes of the bytes of an image: it goes by what they say themselves, whatever the container says.
struct CodedPicture {
    var width: Int
    var height: Int
    /// Samples of more than 8 bits are of two bytes each.
    var isDeep: Bool
    /// How many samples a pixel has, of luma and chroma together: 1, 1.5, 2 or 3.
    var samplesPerPixel: Double
    /// How many pictures of this size a decoder may hold: one, or as many as the bytes have, up to what its standard
    /// lets it hold at the same time.
    var count = 1

    /// The bytes that are held for a pixel beside those of the usual 4:2:0.
    var furtherBytesPerPixel: Double {
        max(0, samplesPerPixel - 1.5) * (isDeep ? 2 : 1)
    }
}
