package import Foundation

/// Why a query or a form has no parameters of OAuth 2, as a clause.
package struct ParameterFlaw: Error, Sendable {
    /// The reason.
    package let reason: String
}

extension [FormField] {
    /// Reads the parameters of a message of OAuth 2.
    ///
    /// One without a value counts as omitted, and an unknown one is ignored, also if it occurs twice (RFC 6749, 3.1, 3.2
    /// and 4.1.2; RFC 8707, 2).
    ///
    /// - Parameters:
    ///   - data: The query or the form.
    ///   - names: The parameters that the reader knows; each occurs once at most.
    /// - Throws: ``ParameterFlaw`` if a part cannot be decoded, or a known parameter occurs twice.
    package init(oauth2 data: Data, knowing names: Set<String>) throws(ParameterFlaw) {
        guard let fields = FormCoding.decode(data) else {
            throw ParameterFlaw(reason: [FormField].flaw(inPosted: data))
        }
        if let name = fields.given.repeatedName(among: names) {
            throw ParameterFlaw(reason: "the field '\(name)' occurs twice")
        }
        self = fields.given
    }

    /// The fields that have a value.
    package var given: [FormField] { filter { !$0.value.isEmpty } }

    /// Returns the first of some names that occurs twice; `nil` if each occurs once at most.
    package func repeatedName(among names: Set<String>) -> String? {
        filter { names.contains($0.name) }.repeatedName
    }
}
