import Foundation
import Glibc
import TVSimSAML
import TestSupport
import Testing

/// Whatever a message names, nobody calls there or opens it.
struct NetworkTests {
    /// Messages that name an address in every place where a reader might follow it.
    private static func messages(naming address: String) throws -> [String] {
        let honest = try SAMLWorld.response()
        let assertion = try #require(honest.slice("<saml:Assertion ", "</saml:Assertion>"))
        let messages = [
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
            honest.replacing(
                assertion,
                #"<saml:EncryptedAssertion xmlns:saml="\#(SAMLNames.assertionNamespace)"><xenc:EncryptedData"#
                    + #" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData><xenc:CipherReference"#
                    + #" URI="\#(address)"/></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>"#),
        ]
        for message in messages { #expect(message.contains(address)) }
        return messages
    }

    private static func judge(_ messages: [String]) throws {
        for message in messages {
            _ = try EncryptionTests.judge(message)
            _ = try? ResponseInspection(Data(message.utf8))
        }
    }

    @Test("does not contact any address that a message names")
    func callsNobody() throws {
        let listener = try Listener()
        try Self.judge(try Self.messages(naming: "http://127.0.0.1:\(listener.port)/x"))
        #expect(!listener.somebodyCame)
    }

    @Test("does not read any file that a message names")
    func readsNoFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("secret")
        try Data("<!ELEMENT x ANY>".utf8).write(to: file)
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        #expect(inotify_add_watch(watch, file.path, UInt32(IN_OPEN)) >= 0)
        func wasOpened() -> Bool {
            var event = [UInt8](repeating: 0, count: 4096)
            return read(watch, &event, event.count) > 0
        }
        for address in [file.path, "file://\(file.path)"] { try Self.judge(try Self.messages(naming: address)) }
        #expect(!wasOpened())
        // It is noticed when somebody does.
        _ = try Data(contentsOf: file)
        #expect(wasOpened())
    }
}
