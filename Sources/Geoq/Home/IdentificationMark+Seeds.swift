extension IdentificationMark {
    /// The marks that people look for: the parts of a bird from the bill to the legs, as handbooks order them, each with
    /// what it may look like, in alphabetical order.
    ///
    /// They are a seed for the menus of applications, and are never sent: a mark that a user chooses is, and may have
    /// other words.
    public static let seeds: [(area: String, variants: [String])] = [
        (
            "bill",
            ["chisel-shaped", "conical", "curved down", "curved up", "hooked", "long", "short", "spatulate", "thin"]
        ),
        ("bill color", ["black", "gray", "orange", "pink", "red", "two-colored", "yellow"]),
        ("crown", ["capped", "crested", "plain", "streaked", "striped"]),
        ("eyebrow", ["broad", "buff", "missing", "thin", "white", "yellow"]),
        ("eye ring", ["broken", "complete", "missing", "spectacles"]),
        ("eye line", ["black", "missing", "thin"]),
        ("cheek", ["bordered", "dark", "plain", "spotted"]),
        ("throat", ["black", "plain", "red", "streaked", "white", "yellow"]),
        ("breast", ["banded", "barred", "plain", "spotted", "streaked"]),
        ("belly", ["barred", "plain", "streaked", "white", "yellow"]),
        ("back", ["barred", "plain", "scaled", "spotted", "streaked"]),
        ("rump", ["plain", "rufous", "white", "yellow"]),
        ("wing bars", ["missing", "one", "two"]),
        ("wing patch", ["missing", "speculum", "white", "yellow"]),
        ("wing shape", ["broad", "fingered", "narrow", "pointed", "rounded"]),
        ("tail shape", ["forked", "notched", "pointed", "rounded", "square", "wedge-shaped"]),
        ("tail pattern", ["banded", "plain", "white corners", "white edges", "white tip"]),
        ("legs", ["feathered", "long", "short", "webbed"]),
        ("leg color", ["black", "gray", "orange", "pink", "red", "yellow"]),
    ]
}
