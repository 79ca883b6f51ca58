extension Day {
    /// The week of the year, 1…53, as ISO 8601 counts: weeks begin on Monday, and
    /// the first is the one with the year's first Thursday.
    package var week: Int {
        // 1970-01-01 was a Thursday.
        let number = Int(self.number)
        let daysSinceMonday = ((number + 3) % 7 + 7) % 7
        let thursday = number - daysSinceMonday + 3
        let year = Day.components(of: thursday).year
        return (thursday - Day.number(ofYear: year, month: 1, day: 1)) / 7 + 1
    }
}
