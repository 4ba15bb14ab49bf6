import HTTPTypes
import TVSimEntitlementAPI

/// What the comparison of a recording with the simulator found.
package struct ContractReport: Sendable, Encodable {
    /// How a response was compared.
    package enum Method: String, Sendable, Encodable {
        /// The simulator answered the recorded request.
        case replay
        /// The response was compared with the schema of the endpoint's answers.
        case shape
    }

    /// The result for one entry.
    package enum Verdict: String, Sendable, Encodable {
        /// Both answers are the same.
        case same
        /// A row of Differences explains each difference.
        case explained
        /// No row explains a difference.
        case unexplained
    }

    /// One entry.
    package struct Entry: Sendable, Encodable {
        /// The number of the entry in the file, from 1.
        package let entry: Int
        /// The HTTP method.
        package let method: String
        /// The path, without the code and the query.
        package let path: String
        /// How the response was compared.
        package let comparedBy: Method
        /// Why the request was not replayed, or what the file lacks; `nil` if the response was compared completely.
        package let note: String?
        /// The differences.
        package let differences: [Difference]
        /// The result.
        package let verdict: Verdict

        init(_ entry: Recording.Entry, by method: Method, note: String?, _ differences: [Difference]) {
            self.entry = entry.number
            self.method = entry.route.endpoint.method.rawValue
            path = entry.route.path
            comparedBy = method
            self.note = note
            self.differences = DifferenceRule.explained(differences, at: entry.route.endpoint)
            verdict =
                differences.isEmpty ? .same : self.differences.allSatisfy { $0.row != nil } ? .explained : .unexplained
        }
    }

    /// The compared entries, in the order of their times.
    package let entries: [Entry]
    /// The numbers of entries that are not compared.
    package let ignored: Recording.Ignored
    /// Whether every difference is explained.
    package var passed: Bool { !entries.contains { $0.verdict == .unexplained } }

    private enum CodingKeys: String, CodingKey {
        case entries, ignored, passed
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entries, forKey: .entries)
        try container.encode(ignored, forKey: .ignored)
        try container.encode(passed, forKey: .passed)
    }

    /// Returns the number of entries with a result.
    package func count(of verdict: Verdict) -> Int { entries.count { $0.verdict == verdict } }
}
