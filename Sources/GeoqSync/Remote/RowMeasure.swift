/// How two versions of a row are compared.
package enum RowMeasure: String, Hashable, Sendable {
    /// The remote's own number for each version: cheap, and right as
    /// long as no number is given twice and no column is defined anew.
    case version
    /// A hash of all mirrored values, including the bits of numbers and the
    /// bytes of texts.
    case contents
}
