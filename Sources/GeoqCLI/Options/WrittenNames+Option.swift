import ArgumentParser
import Geoq

extension WrittenNames {
    /// The names of an option.
    ///
    /// - Throws: `ValidationError` for quotation marks that are not in order.
    static func read(_ text: String, of option: String, isPaired: Bool = false) throws -> WrittenNames {
        guard let names = WrittenNames(text, isPaired: isPaired) else {
            throw ValidationError(
                "\(option) \(text) has a quotation mark that does not end its name. A name with a comma or an equals "
                    + "sign stands in quotation marks, and a mark in it is doubled: '\"a,b\"'.")
        }
        return names
    }
}
