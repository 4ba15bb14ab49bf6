import Foundation
import TVSimSAML
import TVSimXMLSecurity

/// The values of the parties as a message writes them, and other forms of the same text.
extension FixtureParties {
    /// A value in XML.
    struct Text {
        /// The value.
        let value: String

        /// The value as a message writes it.
        var written: String { XMLEscaping.escape(value) }
        /// The value in a CDATA section.
        var inCDATA: String { "<![CDATA[\(value)]]>" }

        /// Returns the text with something in it, at a position that is never at its end.
        func divided(at position: Int, by markup: String) -> String {
            let (head, tail) = halves(at: position)
            return XMLEscaping.escape(head) + markup + XMLEscaping.escape(tail)
        }

        /// Returns the text, of which the part behind a position is in a CDATA section.
        func halfInCDATA(at position: Int) -> String {
            let (head, tail) = halves(at: position)
            return XMLEscaping.escape(head) + "<![CDATA[\(tail)]]>"
        }

        /// Returns the text with character references for its first character and for a later one.
        func withReferences(at position: Int) -> String {
            let scalars = Array(value.unicodeScalars)
            let later = min(position, scalars.count - 1)
            return scalars.enumerated().map { index, scalar in
                if index == 0 { return "&#\(scalar.value);" }
                if index == later { return "&#x\(String(scalar.value, radix: 16, uppercase: true));" }
                return XMLEscaping.escape(String(scalar))
            }.joined()
        }

        private func halves(at position: Int) -> (String, String) {
            let count = min(position, max(value.count - 1, 0))
            return (String(value.prefix(count)), String(value.dropFirst(count)))
        }
    }

    /// The entity ID of the service provider.
    static var audience: Text { Text(value: current.audience) }
    /// The entity ID of the identity provider.
    static var issuer: Text { Text(value: current.issuer) }
    /// The name of the subject.
    static var name: Text { Text(value: current.nameID) }

    /// The end of the element with the subject's name, from its text on.
    static var nameEnd: String { ">\(name.written)</saml:NameID>" }
    /// The end of the element with the value of the user's attribute, from its text on.
    static var valueEnd: String { ">\(name.written)</saml:AttributeValue>" }
    /// The attribute of an element that names the answered request.
    static var inResponseTo: String { " InResponseTo=\"\(XMLEscaping.escape(current.request))\"" }

    /// An ID that begins with a digit; another one for other parties, because a reader remembers it.
    static func digitFirstID(insteadOf id: String?) -> String {
        DefectWords.current.identifierEnd.isEmpty ? "6dyptp6e0001" : "6" + (id ?? "").dropFirst()
    }
}
