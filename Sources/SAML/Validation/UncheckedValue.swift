/// A value of a valid response that was not compared, because the expected value was not given.
///
/// A response whose audience was not compared may be for another service provider.
package struct UncheckedValue: Sendable, Hashable, Codable {
    /// The policy that would compare it.
    package let policy: ValidationFailure.Policy
    /// The values in the response, each once; empty if it has none.
    package let found: [String]

    init(_ policy: ValidationFailure.Policy, _ found: [String?]) {
        self.policy = policy
        // Identifiers are compared by their octets.
        self.found = found.compactMap(\.self).reduce(into: []) { values, value in
            if !values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) { values.append(value) }
        }
    }

    /// The name of the policy, and what the response has.
    package var summary: String {
        "\(policy.rawValue) (" + (found.isEmpty ? "the response has none" : "found \(found.joined(separator: ", "))")
            + ")"
    }
}

extension PolicyContext {
    /// The issuer, recipient, request and audience that the requirements do not name, in the order of the policies.
    var uncheckedValues: [UncheckedValue] {
        var unchecked: [UncheckedValue] = []
        if requirements.issuer == nil {
            unchecked.append(UncheckedValue(.issuer, [assertion.issuer?.name.rawValue]))
        }
        if requirements.recipient == nil {
            unchecked.append(
                UncheckedValue(.recipient, [bearer?.recipient?.rawValue, response.destination?.rawValue]))
        }
        if case .notChecked = requirements.solicitation {
            unchecked.append(
                UncheckedValue(.inResponseTo, InResponseToPolicy.Told.all(response, bearer).map(\.request.rawValue)))
        }
        if requirements.audience == nil {
            unchecked.append(
                UncheckedValue(.audience, (assertion.conditions?.audiences ?? []).flatMap(\.self).map(\.rawValue)))
        }
        return unchecked
    }
}
