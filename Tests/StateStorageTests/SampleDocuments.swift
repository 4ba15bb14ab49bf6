import Foundation

@testable import TVSimStateStorage

/// A document with an instant in it.
struct Counter: Codable, Sendable, Hashable {
    var count = 0
    var at = Date(timeIntervalSince1970: 1_767_225_600.123)
}

let counter = StateKey<Counter>("test/counter")
let other = StateKey<[String: String]>("other")
