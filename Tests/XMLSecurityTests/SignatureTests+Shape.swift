import Foundation
import TVSimXMLSecurity
import TestSupport
import Testing

/// The restricted profile of XML Signature: what is made is believed, and each departure is refused by its own rule.
///
/// Provider and impostor are RSA keys of 2048 bits, small one of 1024; each certificate stands alone.

/// Signatures whose parts are not what a signature has, and messages that end too early.
extension SignatureTests {
    @Test("refuses two References, and a missing one")
    func refusesReferenceCounts() throws {
        var recipe = SignatureRecipe()
        recipe.references = 2
        #expect(failure { try verify(sign(recipe)) as Any } == .reference)
        let signed = try sign()
        let reference = try #require(signed.slice("<ds:Reference", "</ds:Reference>"))
        #expect(failure { try verify(signed.replacingOccurrences(of: reference, with: "")) as Any } == .reference)
    }

    @Test("accepts an empty reference only by its name, and only if the parent is the root element")
    func emptyReference() throws {
        var recipe = SignatureRecipe()
        recipe.referenceURI = ""
        let whole = try tree(sign(recipe)).root()
        var lenient = try Self.verifier()
        for others in [[], [.uri, .canonicalization]] as [Set<SignatureOmission>] {
            lenient.omissions = others
            #expect(failure { try lenient.verify(whole) as Any } == .reference)
        }
        lenient.omissions = [.emptyURI]
        #expect(try lenient.verify(whole) != nil)
        let inner = try EnvelopedSigner.sign(
            "<w>" + Self.before, Self.after + "</w>", id: "top", with: provider(), recipe: recipe)
        let element = try #require(try tree(inner).root().children.first)
        #expect(failure { try lenient.verify(element) as Any } == .reference)
    }

    @Test("refuses an Object, a second SignedInfo, and parts in the wrong order")
    func refusesParts() throws {
        let signed = try sign()
        let info = try #require(signed.slice("<ds:SignedInfo", "</ds:SignedInfo>"))
        let value = try #require(signed.slice("<ds:SignatureValue", "</ds:SignatureValue>"))
        for forged in [
            signed.replacingOccurrences(of: "</ds:Signature>", with: "<ds:Object/></ds:Signature>"),
            signed.replacingOccurrences(of: info, with: info + info),
            signed.replacingOccurrences(of: info, with: value).replacingOccurrences(
                of: value + value, with: value + info),
            signed.replacingOccurrences(of: info, with: ""),
            signed.replacingOccurrences(of: value, with: ""),
            signed.replacingOccurrences(of: value, with: "<ds:SignatureValue/>"),
        ] {
            #expect(failure { try verify(forged) as Any } == .structure)
        }
    }

    @Test("refuses comments in DigestValue and SignatureValue")
    func refusesComments() throws {
        let signed = try sign()
        for name in ["DigestValue", "SignatureValue"] {
            let forged = signed.replacingOccurrences(of: "<ds:\(name)>", with: "<ds:\(name)><!-- AAAA -->")
            #expect(failure { try verify(forged) as Any } == .structure)
        }
    }

    @Test("refuses an element whose canonical form is missing or empty (void canonicalization)")
    func refusesVoid() throws {
        let signed = try sign()
        let forged = signed.replacingOccurrences(of: "<m:head>", with: #"<m:head xmlns:x="1">"#)
        #expect(
            failure { try verify(forged) as Any } == .signature || failure { try verify(forged) as Any } == .reference)
        #expect(throws: XMLError.self) {
            try EnvelopedSigner.sign(#"<a xmlns:x="1" ID="top">"#, "</a>", id: "top", with: provider())
        }
    }

    @Test("does not crash on a truncated message, and never accepts one")
    func survivesTruncation() throws {
        let signed = Data(try sign().utf8)
        for count in stride(from: 0, to: signed.count, by: 16) {
            #expect(throws: XMLError.self) { try Self.verifier().verify(XMLTree(signed.prefix(count)).root()) }
        }
    }
}
