/// By what two versions of a row are told apart.
public enum RowMeasure: String, Hashable, Sendable {
    /// The remote's own number for each version (`xmin`): cheap, and right as
    /// long as no number is given twice and no column is defined anew.
    case version
    /// A hash of all values that travel, the bits of numbers and the bytes of
    /// texts included.
    case contents
}
