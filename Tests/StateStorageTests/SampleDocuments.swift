import Foundation

@testable import TVSimStateStorage

/// A document with an instant in it.
struct Counter: Codable, Sendable, Hashable {
    var count = 0
    var at = Date(timeIntervalSince1970: 1_767_225_600.123)
}

/// A document with numbers at some depth.
struct Figures: Codable, Sendable, Hashable {
    var numbers: [String: [Double?]] = [:]
    var ratio: Float = 0.5
    var at: Date?
}

let figures = StateKey<Figures>("test/figures")
let counter = StateKey<Counter>("test/counter")
let other = StateKey<[String: String]>("other")
