import Foundation
import GeoqIndex
import TestSupport
import Testing

@testable import Geoq

@Suite struct NameFoldingTests {
    @Test(arguments: [
        ("Zürich", "zurich"), ("Łódź", "lodz"), ("São Paulo", "sao paulo"), ("Montréal", "montreal"),
        ("Bogotá", "bogota"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("Tromsø", "tromso"),
        ("Đà Nẵng", "da nang"), ("Ærøskøbing", "aeroskobing"), ("Œuvre", "oeuvre"), ("İzmir", "izmir"),
        ("Diyarbakır", "diyarbakir"), ("DIYARBAKIR", "diyarbakir"), ("Þingvellir", "thingvellir"),
        ("Coeur d’Alene", "coeur dalene"), ("Coeur d'Alene", "coeur dalene"), ("St. Louis", "st louis"),
        ("Night-Heron", "night heron"), ("Night–Heron", "night heron"), ("  Mill \t Pond,  (east) ", "mill pond east"),
        ("Larus argentatus/fuscus", "larus argentatus / fuscus"), ("Anas × rubripes", "anas x rubripes"),
        ("Αθήνα", "αθηνα"), ("Йошкар-Ола", "иошкар ола"), ("がっこう", "か\u{3099}っこう"), ("Ｔｏｋｙｏ", "tokyo"),
        ("co\u{AD}op", "coop"), ("-.-", "-.-"), ("", ""), ("#1 & 2", "#1 & 2"), ("ﬁnch", "finch"),
    ])
    func `a name folds to what one types`(name: String, folded: String) {
        #expect(Array(name.foldedName.utf8) == Array(folded.utf8), "\(name.foldedName)")
        // Composed or not, and folded once more.
        #expect(name.decomposedStringWithCanonicalMapping.foldedName == name.foldedName)
        #expect(name.precomposedStringWithCanonicalMapping.foldedName == name.foldedName)
        #expect(name.foldedName.foldedName == name.foldedName)
    }

    @Test(.timeLimit(.minutes(1)))
    func `many marks behind one letter are put in order at once`() {
        let count = 100_000
        let name = "か" + String(repeating: "\u{0E38}\u{3099}", count: count)
        let ordered = "か" + String(repeating: "\u{3099}", count: count) + String(repeating: "\u{0E38}", count: count)
        #expect(name.foldedNameBytes == Array(ordered.utf8))
        var suggestion = NameSuggestion(for: name)
        suggestion.consider("か")
        #expect(suggestion.best == nil)
    }

    @Test func `a name of blanks is none`() {
        let id = RandomRules.id(1, 1)
        let vocabulary = SpeciesVocabulary([Bird(id: id, scientificName: " ", commonName: "")])
        let species = vocabulary.species(bird: nil, scientificName: " ", commonName: "\t", shapeID: nil)
        #expect(species.isUnknown)
    }

    @Test func `what differs by more than accents stays apart`() {
        #expect("Larus argentatus/fuscus".foldedName != "Larus argentatus fuscus".foldedName)
        #expect("かき".foldedName != "がき".foldedName)
        #expect("Zurich".foldedName != "Zurichs".foldedName)
        #expect("कि".foldedName != "क".foldedName)
    }

    /// Lower case alone would tell each pair apart.
    @Test(arguments: [("STRASSENTAUBE", "Straßentaube"), ("ΣΠΙΝΟΣ", "σπίνος"), ("kakapo", "KĀKĀPŌ")])
    func `questions, sightings and rules know a bird by the same names`(asked: String, kept: String) throws {
        let species = SpeciesNames(asked: asked)
        #expect(species.include(scientific: kept, common: "") && species.include(scientific: "", common: kept))
        let id = try #require(FeatureID("11111111-1111-4111-8111-111111111111"))
        var sighting = Sighting(coordinate: try Coordinate(latitude: 42, longitude: -76))
        sighting.name(asked, among: [Bird(id: id, commonName: kept)])
        #expect(sighting.commonName == asked && sighting.scientificName == nil)
        var vocabulary = SpeciesVocabulary([Bird(id: id, commonName: kept)])
        let rules = [SpeciesCondition.bird(id), .scientificName(kept)].map { vocabulary.number(of: $0) }
        func met(scientific: String?, common: String?) -> [Bool] {
            let species = vocabulary.species(bird: nil, scientificName: scientific, commonName: common, shapeID: nil)
            return rules.map { species.contains($0) }
        }
        #expect(met(scientific: nil, common: asked) == [true, false])
        #expect(met(scientific: asked, common: nil) == [true, true])
    }

    /// Foundation's tables against the generated one. Its Unicode may be newer.
    @Test func `every character decomposes as the system has it`() {
        var count = 0
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else { continue }
            var own: [Unicode.Scalar] = []
            CanonicalDecomposition.append(scalar, to: &own)
            if own == [scalar], value < 0xC0 { continue }
            CanonicalDecomposition.order(&own)
            let theirs = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
            if own != theirs { Issue.record("U+\(String(value, radix: 16)): \(own) and \(theirs)") }
            if own != [scalar] { count += 1 }
        }
        #expect(count == CanonicalDecomposition.table.count + 11_172)
    }

    @Test func `random names fold alike in either form, to words with one blank between`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let letters = Array("aBzß éÉÅåøŁıİǅὬὓﬃйЁが각ក្ក्षि0/-'’,.()×\u{301}\u{323}\u{345}\u{30A}").map(String.init)
        for _ in 0..<2_000 {
            let name = (0..<Int.random(in: 0...12, using: &generator))
                .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
            let folded = name.foldedName
            #expect(name.decomposedStringWithCanonicalMapping.foldedName == folded, "\(name)")
            #expect(name.precomposedStringWithCanonicalMapping.foldedName == folded, "\(name)")
            #expect(!folded.utf8.contains(0) && !folded.contains("  "), "\(name)")
        }
    }
}
