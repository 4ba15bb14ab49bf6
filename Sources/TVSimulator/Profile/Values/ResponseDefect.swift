/// What is wrong with a provider's answers: one name for each, shared by profiles, faults and fixtures.
package enum ResponseDefect: String, Codable, Sendable, CaseIterable {
    case none, expired, notYetValid, wrongAudience, wrongRecipient, wrongInResponseTo, wrongIssuer, unsigned, tampered,
        wrongKey, statusNotSuccess, missingAttribute, noResponse
}
