/// A text, as `description` has it.
extension FeatureID: Codable {
    /// - Throws: `DecodingError` for what is no UUID.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = FeatureID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no UUID")
        }
        self = id
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A text, `2026-11-20`; a day outside of the years 1 to 9999, for which there is none, is its `number`.
extension Day: Codable {
    /// - Throws: `DecodingError` for what is no day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int32.self) {
            self.init(number: number)
            return
        }
        let text = try container.decode(String.self)
        guard let day = Day(iso: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is no day such as 2026-11-20")
        }
        self = day
    }

    /// Writes the text, or the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if (1...9999).contains(components.year) {
            try container.encode(description)
        } else {
            try container.encode(number)
        }
    }
}

/// A text, as `description` has it.
extension RuleID: Codable {
    /// - Throws: `DecodingError` for a text that names no rule.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = RuleID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(text) is neither a UUID nor a list's location_rule, species_rule or date_rule")
        }
        self = id
    }

    private init?(_ text: String) {
        if let row = FeatureID(text) {
            self = .row(row)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let list = FeatureID(parts[0]),
            let kind = RuleKind.allCases.first(where: { "\($0.rawValue)_rule" == parts[1] })
        else { return nil }
        self = .columns(kind, of: list)
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension RuleKind: Codable {}
