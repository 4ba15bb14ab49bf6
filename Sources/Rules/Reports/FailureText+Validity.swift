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
        let end = steps.lazy.compactMap(\.exchange).compactMap(Self.told).first
        let found = [checked, end].compactMap(\.self)
        guard !found.isEmpty else { return [] }
        let told = found.map { "by this clock: \($0)" }
        // A test that moves the clock knows that it is not that of the machine.
        guard !journal.entries.contains(where: { ($0.entry.decision as? CommandDecision)?.movesClock == true }) else {
            return told
        }
        return told + [
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
        var inner: [JSONValue] = []
        if case .array(let items) = answer { inner = items }
        if case .object(let members) = answer {
            if case .integer(let end)? = members["notAfter"] { return end }
            if let text = members["notAfter"]?.string, let end = Int64(text) { return end }
            inner = members.map(\.value)
        }
        for value in inner {
            if let end = end(in: value) { return end }
        }
        return nil
    }
}

extension RequestDecision {
    /// The sentence about the first input that was too early or too late; `nil` without one.
    fileprivate var untimely: String? { inputs?.first { $0.check?.isOfTime == true }?.sentence }
}
