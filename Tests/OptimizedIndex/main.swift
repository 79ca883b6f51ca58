// Asks the index in every way and compares each answer with a scan.
//
// The tests build without optimization. This program is built with it, and with
// AddressSanitizer: an optimizer that releases an object once too often, as
// Swift 6.3 did with the filter of a question, stops here with a report.

import GeoqIndex

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 40
let seed = UInt64.random(in: 0 ... .max)
print("seed \(seed), \(rounds) rounds")
var check = try AnswerCheck(seed: seed)
for round in 0..<rounds {
    try check.askEverything(round)
    for _ in 0..<50 { check.askAreas() }
}
print("\(check.answers) answers equal a scan's")
