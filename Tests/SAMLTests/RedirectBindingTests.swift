import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Requests in URLs.
///
/// SAML Bindings 2.0, 3.4.
@Suite(.waitsForPrograms) struct RedirectBindingTests {
    private static func world() throws -> (identity: SigningIdentity, certificate: TrustedCertificate) {
        let identity = try SAMLWorld.identity()
        return (identity, identity.certificate)
    }

    private static var request: AuthnRequest {
        var request = AuthnRequest(
            id: "_1", issueInstant: Date(timeIntervalSince1970: 1_767_225_600), issuer: "https://sp.example",
            destination: "https://idp.example/sso", assertionConsumerService: "https://sp.example/acs")
        request.forceAuthn = true
        request.isPassive = true
        return request
    }

    @Test("is read as it was sent, with the relay state and every flag")
    func roundTrip() throws {
        let (identity, certificate) = try Self.world()
        for relayState in [nil, "", "CODE123", "a b&c=d+e/ü%"] as [String?] {
            let query = try RedirectBinding.query(
                .request, Self.request.xml(), relayState: relayState, signedBy: identity)
            let received = try RedirectBinding.read(.request, in: query, signedBy: [certificate])
            #expect(received.relayState == relayState)
            #expect(try AuthnRequest(unverifiedXML: received.xml) == Self.request)
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let apply: @Sendable (String) -> String
        var testDescription: String { name }
    }

    static let changes: [Change] = [
        Change(name: "nothing") { _ in "" },
        Change(name: "without signature") { $0.components(separatedBy: "&Signature")[0] },
        Change(name: "without algorithm") { query in
            query.split(separator: "&").filter { !$0.hasPrefix("SigAlg") }.joined(separator: "&")
        },
        Change(name: "another relay state") { $0.replacingOccurrences(of: "RelayState=CODE", with: "RelayState=EVIL") },
        Change(name: "without relay state") { $0.replacingOccurrences(of: "&RelayState=CODE", with: "") },
        Change(name: "relay state twice") { $0 + "&RelayState=CODE" },
        Change(name: "SHA-1 by name") {
            $0.replacingOccurrences(of: "2001%2F04%2Fxmldsig-more%23rsa-sha256", with: "2000%2F09%2Fxmldsig%23rsa-sha1")
        },
        Change(name: "an unknown algorithm") { $0.replacingOccurrences(of: "rsa-sha256", with: "none") },
        Change(name: "a broken escape") { $0.replacingOccurrences(of: "RelayState=CODE", with: "RelayState=%ZZ") },
        Change(name: "a signature not in Base64") { $0.components(separatedBy: "&Signature")[0] + "&Signature=!!" },
        Change(name: "another encoding") { $0 + "&SAMLEncoding=urn:other" },
        Change(name: "the same bytes with other escapes") {
            $0.replacingOccurrences(of: "%2F", with: "%2f")
        },
    ]

    @Test("refuses a query that was changed or has a missing part", arguments: changes)
    func refuses(change: Change) throws {
        let (identity, certificate) = try Self.world()
        let query = try RedirectBinding.query(
            .request, Self.request.xml(), relayState: "CODE", signedBy: identity)
        #expect(throws: MessageError.self) {
            try RedirectBinding.read(.request, in: change.apply(query), signedBy: [certificate])
        }
    }

    /// Signs octets by openssl, with the provider's key.
    private static func openssl(_ octets: Data, digest: String) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try octets.write(to: folder.appendingPathComponent("octets"))
        try Data(TestKeys.provider.privateKey.utf8).write(to: folder.appendingPathComponent("key"))
        let made = try Tool.run(
            "openssl",
            [
                "dgst", "-\(digest)", "-sign", folder.path + "/key", "-out", folder.path + "/signature",
                folder.path + "/octets",
            ])
        try #require(made.status == 0, "\(made.error)")
        return try Data(contentsOf: folder.appendingPathComponent("signature"))
    }

    @Test(
        "refuses a SHA-1 signature although openssl verifies it", arguments: ["sha1", "sha256"])
    func downgraded(digest: String) throws {
        let (identity, certificate) = try Self.world()
        let query = try RedirectBinding.query(.request, Self.request.xml(), relayState: "CODE", signedBy: identity)
        let name = digest == "sha1" ? "2000%2F09%2Fxmldsig%23rsa-sha1" : "2001%2F04%2Fxmldsig-more%23rsa-sha256"
        let signed =
            query.components(separatedBy: "&SigAlg=")[0]
            + "&SigAlg=http%3A%2F%2Fwww.w3.org%2F" + name
        let signature = try Self.openssl(Data(signed.utf8), digest: digest)
        var unreserved = CharacterSet.alphanumerics
        unreserved.insert(charactersIn: "-._~")
        let text = try #require(
            signature.base64EncodedString().addingPercentEncoding(withAllowedCharacters: unreserved))
        let changed = signed + "&Signature=" + text
        if digest == "sha256" {
            #expect(try RedirectBinding.read(.request, in: changed, signedBy: [certificate]).relayState == "CODE")
        } else {
            let error = #expect(throws: MessageError.self) {
                try RedirectBinding.read(.request, in: changed, signedBy: [certificate])
            }
            #expect(error?.description.contains("#rsa-sha1' (SigAlg) is not accepted") == true)
        }
    }

    @Test("accepts a message of 256 KiB, but not of one byte more", arguments: [(0, true), (1, false)])
    func longMessage(more: Int, isTaken: Bool) throws {
        let (identity, certificate) = try Self.world()
        let xml = Self.request.xml()
        let message = xml + String(repeating: " ", count: 256 * 1024 + more - xml.utf8.count)
        let query = try RedirectBinding.query(.request, message, relayState: nil, signedBy: identity)
        let received = try? RedirectBinding.read(.request, in: query, signedBy: [certificate])
        #expect((received != nil) == isTaken)
    }

    @Test("reads the parts in any order")
    func order() throws {
        let (identity, certificate) = try Self.world()
        let query = try RedirectBinding.query(.request, Self.request.xml(), relayState: "C", signedBy: identity)
        let reversed = query.split(separator: "&").reversed().joined(separator: "&")
        #expect(try RedirectBinding.read(.request, in: reversed, signedBy: [certificate]).relayState == "C")
    }

    @Test("accepts a relay state of 80 bytes, but not of 81", arguments: [(80, true), (81, false)])
    func longRelayState(length: Int, isTaken: Bool) throws {
        let (identity, certificate) = try Self.world()
        // Two bytes each, but for the last: it is bytes that are counted.
        let state = String(repeating: "\u{E9}", count: length / 2) + String(repeating: "a", count: length % 2)
        let query = try RedirectBinding.query(.request, Self.request.xml(), relayState: state, signedBy: identity)
        let received = try? RedirectBinding.read(.request, in: query, signedBy: [certificate])
        #expect(received?.relayState == (isTaken ? state : nil))
    }

    @Test("refuses an unknown issuer")
    func otherKey() throws {
        let (identity, _) = try Self.world()
        let query = try RedirectBinding.query(.request, Self.request.xml(), relayState: nil, signedBy: identity)
        #expect(throws: MessageError.self) { try RedirectBinding.read(.request, in: query, signedBy: []) }
    }

    @Test("a decompression bomb, a truncated stream and a stream with trailing data are refused")
    func bombs() throws {
        let (identity, certificate) = try Self.world()
        // Two megabytes of blanks compress to two kilobytes.
        let bomb = Self.request.xml() + String(repeating: " ", count: 2_000_000)
        let query = try RedirectBinding.query(.request, bomb, relayState: nil, signedBy: identity)
        #expect(query.utf8.count < 8_000)
        #expect(throws: MessageError.self) { try RedirectBinding.read(.request, in: query, signedBy: [certificate]) }
        for octets in [Data(), Data([0]), Data([0x03, 0x00, 0x41]), Data([0xff, 0xff, 0xff])] {
            let message =
                octets.base64EncodedString().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            var forged = "SAMLRequest=\(message)&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256"
            let signature = try identity.sign(Data(forged.utf8)).base64EncodedString()
            forged += "&Signature=" + (signature.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            #expect(throws: MessageError.self) {
                try RedirectBinding.read(.request, in: forged, signedBy: [certificate])
            }
        }
    }
}

extension RedirectBindingTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("Python's zlib and cryptography read and verify what tvsim writes")
        func outsideJudge() throws {
            let (identity, _) = try RedirectBindingTests.world()
            let query = try RedirectBinding.query(
                .request, RedirectBindingTests.request.xml(), relayState: "x y", signedBy: identity)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let certificate = folder.appendingPathComponent("c.pem")
            try TestKeys.provider.certificate.write(to: certificate, atomically: true, encoding: .utf8)
            let script = """
                import base64, sys, urllib.parse, zlib
                from cryptography import x509
                from cryptography.hazmat.primitives import hashes
                from cryptography.hazmat.primitives.asymmetric import padding
                query, path = sys.argv[1:]
                signed, signature = query.split("&Signature=")
                key = x509.load_pem_x509_certificate(open(path, "rb").read()).public_key()
                key.verify(base64.b64decode(urllib.parse.unquote(signature)), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
                fields = dict(urllib.parse.parse_qsl(query))
                print(zlib.decompress(base64.b64decode(fields["SAMLRequest"]), -15).decode(), fields["RelayState"])
                """
            let judged = try Tool.run(Tool.python, ["-c", script, query, certificate.path])
            #expect(judged.status == 0, "\(judged.error)")
            #expect(judged.output == RedirectBindingTests.request.xml() + " x y\n")
        }
    }
}
