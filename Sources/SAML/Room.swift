package import Foundation
package struct AttributeQuery: Sendable {
    package init(id: String, issueInstant: Date, issuer: String, nameID: String, attributeNames: [String]) {}
    package func xml() -> String { "" }
}
package enum ResponseDefect: String, CaseIterable, Codable, Sendable {
    case none, expired, notYetValid, wrongAudience, wrongRecipient, wrongInResponseTo, wrongIssuer, unsigned, tampered, wrongKey, statusNotSuccess, missingAttribute, noResponse
}
