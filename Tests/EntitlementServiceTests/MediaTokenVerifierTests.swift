import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimEntitlementService

/// Media tokens against their verifier, and against openssl in both directions.
@Suite("The media token verifier", .waitsForPrograms)
struct MediaTokenVerifierTests {
    private static let issued = Date(timeIntervalSince1970: 1_767_225_600)
    private static let key = try? SimulationKeys.mediaTokenPublicKey()
    private static let element = """
        <shortAuthorizationToken><sessionGUID>g</sessionGUID><requestorID>REF30</requestorID>\
        <resourceID>REF30</resourceID><ttl>420000</ttl><issueTime>2026/01/01 00:00:00 GMT +0000</issueTime>\
        <mvpdId>Cablevision</mvpdId></shortAuthorizationToken>
        """

    private static func judge(
        _ token: Data, resource: ResourceID? = nil, requestor: RequestorID? = nil, after seconds: TimeInterval = 0
    ) -> MediaTokenVerifier.Judgement {
        MediaTokenVerifier(publicKeyPEM: key ?? "")
            .judge(token, resource: resource, requestor: requestor, at: issued.addingTimeInterval(seconds))
    }

    /// A token that openssl signed over the bytes of an element.
    private static func sign(_ element: String, between: String = "") throws -> Data {
        try signed(element, key: SimulationKeys.mediaTokenPrivateKey, between: between)
    }

    private static func signed(_ element: String, key: String, between: String = "") throws -> Data {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-key-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data((key + "\n").utf8).write(to: file)
        let signature = file.appendingPathExtension("signature")
        defer { try? FileManager.default.removeItem(at: signature) }
        let made = try Tool.run(
            "openssl", ["dgst", "-sha256", "-sign", file.path, "-out", signature.path], input: Data(element.utf8))
        try #require(made.status == 0, "\(made.error)")
        let octets = try Data(contentsOf: signature).base64EncodedString()
        return Data("<signatureInfo>\(octets)</signatureInfo>\(between)\(element)".utf8)
    }

    static let resources = [
        "REF30", "a<b>&\"c\"\r\n", "  x\ty ", "<rss><channel><title>é</title></channel></rss>", "\r",
        // What must be escaped, with a mark that combines with it.
        "a<\u{338}b>\u{338}&\u{301}",
    ]

    @Test("S-20: the token of a proxied MVPD names its proxy too")
    func namesProxy() async throws {
        let world = try ServiceWorld { configuration in
            configuration.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
            configuration.change("Cablevision") { $0.proxy = "A&B" }
        }
        let app = try await world.app()
        try app.hold(.regular)
        let token = try #require(try await app.decide().required().decisions.first?.token).serializedToken
        let judged = Self.judge(Data(token.utf8), resource: "REF30", requestor: "REF30")
        #expect(judged.verdict == .valid)
        #expect(judged.facts?.mvpdID == "Cablevision" && judged.facts?.proxyMvpdID == "A&B")
    }

    @Test("S-20: each playback has its own token, even if no time passes, and all of them are valid")
    func tokensDiffer() async throws {
        let world = try ServiceWorld { configuration in
            configuration.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
        }
        let app = try await world.app()
        try app.hold(.regular)
        var tokens: Set<String> = []
        for _ in 0..<3 {
            let decision = try #require(try await app.decide().required().decisions.first)
            tokens.insert(try #require(decision.token).serializedToken)
        }
        #expect(tokens.count == 3)
        for token in tokens {
            let judged = Self.judge(Data(token.utf8), resource: "REF30", requestor: "REF30")
            #expect(judged.verdict == .valid, "\(judged.reason)")
        }
    }

    @Test(
        "finds the expiration that the service reports, even of a token issued within a second",
        arguments: [0, 0.2, 0.999])
    func ends(fraction: TimeInterval) throws {
        let issued = Self.issued.addingTimeInterval(fraction)
        let ends = issued.addingTimeInterval(420)
        let token = MediaToken(
            id: "1", userID: "alice-1", requestorID: "REF30", resourceID: "REF30", mvpdID: "Cablevision",
            issued: issued,
            ends: ends)
        let judgement = Self.judge(Data(try token.serialized().utf8), resource: "REF30", requestor: "REF30")
        let facts = try #require(judgement.facts)
        #expect(facts.issueTime == Self.issued)
        #expect(facts.notAfter.millisecondsSince1970 == ends.millisecondsSince1970)
    }

    @Test("accepts the service's tokens, and openssl verifies the same bytes", arguments: resources)
    func believesIssued(resource text: String) throws {
        let resource = ResourceID(text)
        let token = MediaToken(
            id: "1", userID: "alice-1", requestorID: "REF30", resourceID: resource, mvpdID: "Cablevision",
            issued: Self.issued, ends: Self.issued.addingTimeInterval(420))
        let base64 = Data(try token.serialized().utf8)
        let judgement = Self.judge(base64, resource: resource, requestor: "REF30")
        #expect(judgement.verdict == .valid, "\(judgement.reason)")
        let facts = try #require(judgement.facts)
        #expect(facts.resourceID == resource && facts.requestorID == "REF30" && facts.mvpdID == "Cablevision")
        #expect(facts.sessionGUID == "bb2e8d1d878189003d4d99a2571bb6ce" && facts.proxyMvpdID == nil)
        #expect(facts.issueTime == Self.issued && facts.ttl == 420_000)
        #expect(facts.notAfter == Self.issued.addingTimeInterval(420))
        // The XML itself is as good as its Base64, with the line break that files end with.
        let xml = try #require(Data(base64Encoded: base64))
        #expect(Self.judge(xml + Data("\n".utf8), resource: resource).verdict == .valid)

        let text = String(decoding: xml, as: UTF8.self)
        let parts = try #require(
            text.wholeMatch(of: /<signatureInfo>([^<]*)<\/signatureInfo>(.*)/.dotMatchesNewlines()))
        var signature = try #require(Data(base64Encoded: String(parts.1)))
        let signed = Data(parts.2.utf8)
        let key = try #require(Self.key)
        #expect(try OutsideJudge.verifies(signature: signature, over: signed, publicKeyPEM: key))
        signature[17] ^= 0x10
        #expect(try !OutsideJudge.verifies(signature: signature, over: signed, publicKeyPEM: key))
        let forged = "<signatureInfo>\(signature.base64EncodedString())</signatureInfo>\(parts.2)"
        #expect(Self.judge(Data(forged.utf8)).verdict == .invalidSignature)
    }

    @Test("accepts openssl's signatures with the service's key, and with no other key")
    func signedOutside() throws {
        #expect(Self.judge(try Self.sign(Self.element), resource: "REF30").verdict == .valid)
        let stranger = Self.judge(try Self.signed(Self.element, key: TestKeys.impostor.privateKey))
        #expect(stranger.verdict == .invalidSignature && stranger.facts == nil)
    }

    @Test("accepts the documentation's example until it expires")
    func documented() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/media-token.txt")
        let token = try Data(contentsOf: example)
        #expect(Self.judge(token, resource: "REF30", requestor: "REF30").verdict == .valid)
        #expect(Self.judge(token, after: 420).verdict == .expired)
    }

    @Test("refuses a token with one changed bit")
    func everyBit() throws {
        let token = try Self.sign(Self.element)
        for position in token.indices {
            for bit in 0..<8 {
                var changed = token
                changed[position] ^= 1 << bit
                let verdict = Self.judge(changed).verdict
                #expect(verdict == .invalidFormat || verdict == .invalidSignature, "byte \(position), bit \(bit)")
            }
        }
    }

    typealias Row = (
        resource: ResourceID?, requestor: RequestorID?, after: TimeInterval, verdict: MediaTokenVerifier.Verdict
    )

    static let rows: [Row] = [
        (nil, nil, 0, .valid), ("REF30", nil, 0, .valid), ("REF30", "REF30", 0, .valid),
        // It ends 420 seconds after it was issued, and at that instant it is no longer good.
        (nil, nil, 419, .valid), (nil, nil, 419.999, .valid), (nil, nil, 420, .expired), (nil, nil, 420.001, .expired),
        // Whoever sets the clock back has a token of the future; the vendor has no word for it.
        (nil, nil, -86_400, .valid),
        ("ref30", nil, 0, .invalidResource), ("REF30 ", nil, 0, .invalidResource), ("", nil, 0, .invalidResource),
        (nil, "REF31", 0, .unknown), (nil, "ref30", 0, .unknown),
        // The first that does not hold is the verdict.
        ("OTHER", "REF31", 420, .expired), ("OTHER", "REF31", 419, .invalidResource),
    ]

    @Test("returns the vendor's verdict for each failure, in a fixed order", arguments: rows)
    func verdicts(row: Row) throws {
        let judgement = Self.judge(
            try Self.sign(Self.element), resource: row.resource, requestor: row.requestor, after: row.after)
        #expect(judgement.verdict == row.verdict)
        #expect(judgement.reason.hasSuffix("."))
        // The signature is good, so the token may be read.
        #expect(judgement.facts?.resourceID == "REF30")
    }

    @Test("refuses a token without time to live as expired")
    func noTime() throws {
        let element = Self.element.replacing("420000", with: "0")
        #expect(Self.judge(try Self.sign(element)).verdict == .expired)
        #expect(Self.judge(try Self.sign(element), after: -0.001).verdict == .valid)
    }

    @Test("returns an unknown error without a key", arguments: ["", "no key", TestKeys.prime256v1.certificate])
    func noKey(_ pem: String) throws {
        let judgement = MediaTokenVerifier(publicKeyPEM: pem)
            .judge(try Self.sign(Self.element), resource: nil, requestor: nil, at: Self.issued)
        #expect(judgement.verdict == .unknown && judgement.facts == nil)
    }

    static let malformed: [String] = [
        "", " ", "garbage", "<", "<a/>", "<signatureInfo></signatureInfo>", "<signatureInfo>AA==</signatureInfo>",
        "<signatureInfo>AA==</signatureInfo><a/>", "<signatureInfo>?</signatureInfo>" + element, element,
        "<signatureInfo>AA==" + element, "<?xml version=\"1.0\"?><signatureInfo>AA==</signatureInfo>" + element,
        "<signatureInfo>AA==</signatureInfo> " + element, "<signatureInfo>AA==</signatureInfo>" + element + element,
        "<signatureInfo>AA==</signatureInfo><!DOCTYPE x>" + element, "<signatureInfo>\u{e9}</signatureInfo>" + element,
    ]

    @Test("refuses text that is not a token", arguments: malformed)
    func refusesText(_ text: String) {
        #expect(Self.judge(Data(text.utf8)).verdict == .invalidFormat)
        #expect(Self.judge(Data(Data(text.utf8).base64EncodedString().utf8)).verdict == .invalidFormat)
    }

    static let changes: [(String, String)] = [
        ("<ttl>420000</ttl>", ""), ("<ttl>420000</ttl>", "<ttl>420000</ttl><ttl>420000</ttl>"),
        ("420000", "7m"), ("420000", "-1"), ("420000", "99999999999999999999"), ("420000", "9000000000000000000"),
        ("<resourceID>REF30</resourceID>", ""), ("<mvpdId>", "<mvpdId xmlns=\"urn:x\">"), ("mvpdId>", "MVPDID>"),
        ("2026/01/01 00:00:00 GMT +0000", "2026-01-01T00:00:00Z"), ("2026/01/01", "2026/02/31"), ("+0000", "+0100"),
        (">g<", "><b>g</b><"), (">g<", ">&x;<"), ("</shortAuthorizationToken>", "<x/></shortAuthorizationToken>"),
    ]

    @Test("refuses an unknown element, even if the signature is valid", arguments: changes)
    func misshapen(_ text: String, _ other: String) throws {
        let judgement = Self.judge(try Self.sign(Self.element.replacing(text, with: other)))
        #expect(judgement.verdict == .invalidFormat && judgement.facts == nil, "\(judgement.reason)")
    }

    @Test("reads the MVPD behind a proxy, which the vendor's tokens may contain")
    func proxy() throws {
        let element = Self.element.replacing("<mvpdId>", with: "<proxyMvpdId>Small</proxyMvpdId><mvpdId>")
        #expect(Self.judge(try Self.sign(element)).facts?.proxyMvpdID == "Small")
        let apart = try Self.sign(Self.element, between: "\n")
        #expect(Self.judge(apart).verdict == .invalidFormat)
    }
}
