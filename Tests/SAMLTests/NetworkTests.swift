import Foundation
import Glibc
import SAML
import Testing

/// Whatever a message names, nobody calls there.
struct NetworkTests {
    /// A port of this machine on which somebody listens, and can tell whether anybody came.
    private final class Listener {
        let descriptor: Int32
        let port: UInt16

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (descriptor, size) = (descriptor, length)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
                        && getsockname(descriptor, address, &length) == 0
                }
            }
            try #require(bound)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }

        var somebodyCame: Bool {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, 0) > 0
        }
    }

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
