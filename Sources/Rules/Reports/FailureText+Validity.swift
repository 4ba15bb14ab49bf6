import Foundation
import TVSimCore
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld

/// What code with another clock sees otherwise than the world.
extension FailureText {
    /// The first time that a request did not meet, the first end that an answer told, and what helps; empty if the clock of the
    /// world goes with the machine's.
    var validity: [String] {
        guard clock.ahead == nil else { return [] }
        let steps = journal.steps(with: exchanges)
        let checked = steps.lazy.flatMap(\.decisions).compactMap { ($0.decision as? RequestDecision)?.untimely }.first
        let told = steps.lazy.compactMap(\.exchange).compactMap(Self.told).first
        let found = [checked, told].compactMap(\.self)
        guard !found.isEmpty else { return [] }
        return found.map { "by this clock: \($0)" } + [
            "if the app or the test has the clock of the machine, write clock: follow into the profile, or perform followClock "
                + "before the sign-in"
        ]
    }

    /// Returns the sentence about the first end that the answer to a request told; `nil` if it told none.
    private static func told(_ exchange: RedactedExchange) -> String? {
        guard let body = exchange.response?.body, let answer = try? JSONValue(json: Data(body.utf8)),
            let end = end(in: answer)
        else { return nil }
        return "\(exchange.method) \(exchange.path) told the end \(TimeText.format(Date(millisecondsSince1970: end)))."
    }

    /// Returns the first `notAfter` of an answer, in milliseconds since 1970.
    private static func end(in answer: JSONValue) -> Int64? {
        switch answer {
        case .object(let members):
            if let end = members["notAfter"] {
                if case .integer(let number) = end { return number }
                if let number = end.string.flatMap({ Int64($0) }) { return number }
            }
            return first(in: members.map(\.value))
        case .array(let items): return first(in: items)
        case .null, .bool, .integer, .number, .string: return nil
        }
    }

    private static func first(in values: [JSONValue]) -> Int64? {
        for value in values { if let end = end(in: value) { return end } }
        return nil
    }
}

extension RequestDecision {
    /// The sentence about the first input that was too early or too late; `nil` without one.
    fileprivate var untimely: String? { inputs?.first { $0.check?.isOfTime == true }?.sentence }
}
