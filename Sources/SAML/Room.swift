package import Foundation
package struct AttributeQuery: Sendable {
    package init(id: String, issueInstant: Date, issuer: String, nameID: String, attributeNames: [String]) {}
    package func xml() -> String { "" }
}
