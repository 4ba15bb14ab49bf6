package import TVSimCore
import TVSimStructuredText

/// The service's answer to a request, or what prevented one.
package struct RequestDecision: JournalDecision {
    package static let kind = "request"

    /// The method of the request.
    package let method: JournalText
    /// The beginning of the path, without the query.
    package let path: JournalText
    /// The name of the endpoint, as in the OpenAPI document; `nil` if the path leads to none.
    package let endpoint: String?
    /// The status of the response; 0 if the client gets none.
    package let status: Int
    /// The result in one or two words; for decisions, one word for each resource.
    package let outcome: JournalText
    /// Why, as one sentence.
    package let explanation: JournalText
    /// The error codes in the response.
    package let codes: [String]
    /// The rules that an MVPD's proof of a sign-in broke, such as the policies of a SAML response.
    package let policies: [String]
    /// The client that sent the request, which distinguishes the apps of a world; `nil` if it is not known.
    package let client: String?
    /// Other values that influenced the result.
    package let details: [String: JournalText]
    /// What became of the inputs, the used ones too; `nil` if all were used.
    package let inputs: [InputFate]?
    /// What the request asked for; `nil` if it names nothing.
    package let subject: Subject?
    /// The words in the answer; `nil` without any.
    package let said: [Words]?
    /// Which conditions of a silent sign-in held, in their order; `nil` if the service judged none.
    package let conditions: [Bool]?
    /// The policies that a SAML response failed; `nil` if it failed none.
    package let failures: [Failure]?
    /// Whether the MVPD's answer to a sign-in refused the user; `nil` if not.
    package let isRefusalOfMVPD: Bool?
    /// The setting that decided; `nil` if none did, or if the service does not know it.
    package let setting: DecidingSetting?
    /// What the sign-in still needs; `nil` if it needs nothing, and for another request.
    package let needs: Need?
    package let verdict: JournalVerdict?

    init(
        _ answer: ServiceAnswer, _ noted: [InputFate], about asked: FaultFacts, method: String,
        path: some StringProtocol, endpoint: String?, visitor: String?
    ) {
        self.method = JournalText(method)
        self.path = JournalText(String(path))
        self.endpoint = endpoint
        status = answer.status
        outcome = JournalText(answer.outcome)
        let fates = noted + [answer.refusedInput].compactMap(\.self)
        inputs = fates.contains { $0.fate != .used } ? fates : nil
        // A reason that already has the values is not followed by them.
        let ignored = noted.filter { $0.fate == .ignored }.map(\.sentence)
        let added = ignored.filter { !answer.reason.contains($0.withoutFullStop) }
        explanation = JournalText(([answer.reason] + added).joined(separator: " "))
        codes = answer.codes
        policies = answer.policies
        client = answer.client?.rawValue
        var details = answer.details
        // The client chooses the value, so the journal keeps a bounded part of it.
        details["visitor"] = visitor.map { String($0.prefix(128)) }
        self.details = Dictionary(uniqueKeysWithValues: details.map { ($0, JournalText($1, named: $0)) })
        verdict = answer.verdict
        let values = answer.values
        let mvpd = [answer.details["mvpd"], asked.mvpd].compactMap(\.self).first { !$0.isEmpty }
        let resources = asked.resources.prefix(Subject.most).map { JournalText($0) }
        subject =
            mvpd == nil && resources.isEmpty && values.client == nil
            ? nil
            : Subject(
                mvpd: mvpd.map { JournalText($0) }, resources: resources.isEmpty ? nil : resources,
                client: values.client?.rawValue)
        said = values.said.isEmpty ? nil : values.said
        conditions = values.conditions.isEmpty ? nil : values.conditions
        failures = values.failures.isEmpty ? nil : values.failures
        isRefusalOfMVPD = values.isRefusalOfMVPD ? true : nil
        setting = values.setting
        needs = values.needs
    }

    package var text: DecisionText {
        var details = details.mapValues(\.kept)
        if let client { details["client"] = client }
        return DecisionText(
            "EntitlementService", "\(method) \(path)", status == 0 ? outcome.kept : "\(status) \(outcome)",
            explanation.kept, details: details)
    }
}
