import Foundation
import TVSimStructuredText

/// What a party did with one message.
package struct Observation: Sendable {
    /// The answers, from that of the consumer on.
    package var hops: [Hop]
    package var title: String
    /// The text of the last page and of its scripts, without the message that it repeats.
    package var text: String
    /// The answer of the probe; `nil` without a probe.
    package var probe: Probe?
    /// The status codes of the message that came to our logout address; empty without one.
    package var statusCodes: [String] = []
    /// Why the party did not answer; `nil` if it did.
    package var failure: String?

    /// What the probe returned with the cookies of the delivery.
    package struct Probe: Sendable, Hashable {
        package let status: Int
        package let text: String

        /// Creates an answer.
        package init(status: Int, text: String) { (self.status, self.text) = (status, text) }
    }

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - visit: Where the delivery ended.
    ///   - probe: The answer of the probe; `nil` without a probe.
    ///   - message: The texts that were sent, which a page may repeat: the XML and its Base64.
    package init(_ visit: Visit, probe: Probe? = nil, echoing message: [String] = []) {
        hops = visit.hops
        title = visit.page.title
        text = Self.text((visit.page.text + " " + visit.page.script).trimmed, without: message)
        self.probe = probe.map { Probe(status: $0.status, text: Self.text($0.text, without: message)) }
    }

    /// Creates the observation that a party did not answer.
    package init(failure: String) {
        (hops, title, text) = ([], "", "")
        self.failure = failure
    }

    /// Whether an answer has a status from 500.
    package var isCrash: Bool { hops.contains { ($0.status ?? 0) >= 500 } }

    /// Returns whether the last page or the probe has a name as a whole word.
    package func shows(_ name: String) -> Bool {
        Self.shows(name, text) || Self.shows(name, probe?.text ?? "")
    }

    /// Returns whether a text has a name as a whole word.
    static func shows(_ name: String, _ text: String) -> Bool { !places(of: name, in: text).isEmpty }

    /// Returns a text in which a mark stands for a value where it is a whole word.
    static func replacing(_ value: String, in text: String) -> String {
        places(of: value, in: text).reversed().reduce(into: text) { $0.replaceSubrange($1, with: "«value»") }
    }

    /// Returns where a text has a name as a whole word.
    private static func places(of name: String, in text: String) -> [Range<String.Index>] {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || "-_".contains($0) } ?? false
        }
        var (rest, places) = (text[...], [Range<String.Index>]())
        while let found = rest.range(of: name) {
            let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
            let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
            if !isPart(before), !isPart(after) { places.append(found) }
            rest = rest[found.upperBound...]
        }
        return places
    }

    private static func text(_ text: String, without message: [String]) -> String {
        message.reduce(text) { text, sent in
            let sent = PageText.collapsed(sent)
            return sent.isEmpty ? text : text.replacingOccurrences(of: sent, with: " ")
        }
    }
}
