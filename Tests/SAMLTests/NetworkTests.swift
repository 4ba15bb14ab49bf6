import Foundation
import SAML
import TestSupport
import Testing

/// Whatever a message names, nobody calls there.
struct NetworkTests {
    @Test("calls at no address that a message names, and reads no file")
    func callsNobody() throws {
        let listener = try Listener()
        let address = "http://127.0.0.1:\(listener.port)/x"
        let honest = try SAMLWorld.response()
        var messages = [
            "<!DOCTYPE r SYSTEM \"\(address)\">" + honest,
            "<!DOCTYPE r [<!ENTITY e SYSTEM \"\(address)\">]>" + honest.replacing(">alice<", ">&e;<"),
            "<!DOCTYPE r [<!ENTITY % p SYSTEM \"\(address)\"> %p;]>" + honest,
            "<?xml-stylesheet href=\"\(address)\"?>" + honest,
            honest.replacing(
                "<samlp:Status>",
                "<samlp:Extensions><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"\(address)\"/>"
                    + "</samlp:Extensions><samlp:Status>"),
            honest.replacing(
                "<samlp:Response ", "<samlp:Response xsi:schemaLocation=\"urn:x \(address)\" xmlns:xsi=\"urn:y\" "),
            honest.replacing("<ds:X509Data>", "<ds:RetrievalMethod URI=\"\(address)\"/><ds:X509Data>"),
            honest.replacing("URI=\"#_assertion\"", "URI=\"\(address)\""),
        ]
        let assertion = try #require(honest.slice("<saml:Assertion ", "</saml:Assertion>"))
        messages.append(
            honest.replacing(
                assertion,
                #"<saml:EncryptedAssertion xmlns:saml="\#(SAMLNames.assertionNamespace)"><xenc:EncryptedData"#
                    + #" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData><xenc:CipherReference"#
                    + #" URI="\#(address)"/></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>"#))
        for message in messages {
            _ = try EncryptionTests.judge(message)
            _ = try? ResponseInspection(Data(message.utf8))
        }
        #expect(!listener.somebodyCame)
    }
}
