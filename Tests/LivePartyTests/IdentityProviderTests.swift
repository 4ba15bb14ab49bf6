import Foundation
import HTTPTypes
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimLiveParty

/// An identity provider's pages in this process: a form for user and password, then a form that sends itself to us.
private final class Pages: OutsideRequests, @unchecked Sendable {
    /// Whether the password is refused.
    let refuses: Bool
    let target: String
    let got = Locked<[String]>([])

    init(refuses: Bool = false, target: String = "/check") { (self.refuses, self.target) = (refuses, target) }

    func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data) {
        let text = String(decoding: body, as: UTF8.self)
        got.withLockedValue { $0.append("\(request.method) \(request.path ?? "") \(text)") }
        let isChecked = request.path?.hasPrefix("/check") == true && !refuses
        let page =
            isChecked
            ? """
            <body onload="document.forms[0].submit()"><form method="post" action="https://sp.tvsim-live.invalid/1/acs">\
            <input type="hidden" name="SAMLResponse" value="eA=="><input name="RelayState" value="r"></form>
            """
            : """
            <form method="post" action="\(target)"><input type="hidden" name="flow" value="7"><input name="user">\
            <input type="password" id="p" name="pass"><button id="go" name="step" value="2">Go</button></form>
            """
        return (HTTPResponse(status: .ok, headerFields: [.contentType: "text/html"]), Data(page.utf8))
    }
}

@Suite("A sign-in by the pages of an identity provider") struct PageSignInTests {
    private static func page(_ password: String) -> SignInSettings.Page {
        var page = SignInSettings.Page()
        page.fill = [.init(field: "user", value: "dave"), .init(field: "p", value: password)]
        page.submit = "#go"
        return page
    }

    private static func open(_ pages: Pages, password: String = "${SECRET}") throws -> Delivery? {
        let start = try #require(WebAddress("https://idp.example/sso?SAMLRequest=x"))
        let allowed = try AllowedAddresses([start], authorized: []) { _ in "127.0.0.1" }
        let client = LiveClient(
            over: pages, to: allowed, pace: LivePace(rate: nil, limit: 60) { _ in }, run: "1", contact: nil)
        let party = try LiveKeysTests.party()
        var user = PageSignIn(
            over: client, pages: [page(password)], for: party, environment: ["SECRET": "pass word"])
        return try user.open(start, session: "first")
    }

    @Test("fills in the form with the password of the environment, and ends at our consumer")
    func signsIn() throws {
        let pages = Pages()
        let delivery = try #require(try Self.open(pages))
        #expect(delivery.fields == ["SAMLResponse": "eA==", "RelayState": "r"])
        #expect(delivery.wasAsked == true)
        #expect(
            pages.got.withLockedValue { $0 } == [
                "GET /sso?SAMLRequest=x ", "POST /check flow=7&user=dave&pass=pass%20word&step=2",
            ])
    }

    @Test("sends a refused password no second time")
    func refused() throws {
        let pages = Pages(refuses: true)
        #expect(throws: LiveStop.self) { try Self.open(pages) }
        #expect(pages.got.withLockedValue { $0.count } == 2)
    }

    @Test(
        "sends no password elsewhere, and none that stands in the configuration",
        arguments: [("https://other.example/check", "${SECRET}"), ("/check", "pass word"), ("/check", "${ABSENT}")])
    func kept(_ target: String, _ password: String) throws {
        let pages = Pages(target: target)
        #expect(throws: LiveStop.self) { try Self.open(pages, password: password) }
        #expect(pages.got.withLockedValue { $0.count } == 1)
    }
}

@Suite("The metadata of an identity provider") struct IdentityProviderMetadataTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func violated(_ change: (String) -> String = { $0 }) throws -> [String] {
        let metadata = try LiveKeysTests.withKeys { keys in
            try IdentityProviderMetadata(Data(change(keys.metadata).utf8))
        }
        return metadata.checks(from: nil, at: now).compactMap { check in
            if case .violated = check.outcome { check.name } else { nil }
        }
    }

    @Test("has no finding if it is ours")
    func valid() throws { #expect(try Self.violated() == []) }

    @Test("is examined for its end and its addresses")
    func findings() throws {
        #expect(
            try Self.violated { $0.replacing(/validUntil="[^"]*"/, with: #"validUntil="2020-01-01T00:00:00Z""#) }
                == ["metadataValidUntil"])
        #expect(
            try Self.violated { $0.replacing("https://idp.tvsim-live.invalid/sso", with: "http://idp.example/sso") }
                == ["metadataAddresses"])
    }

    @Test("must describe an identity provider with an address for requests")
    func refused() throws {
        #expect(throws: (any Error).self) {
            try Self.violated { $0.replacing("IDPSSODescriptor", with: "SPSSODescriptor") }
        }
        #expect(throws: (any Error).self) { try Self.violated { $0.replacing("SingleSignOnService", with: "Other") } }
    }
}

@Suite("The example configurations of tvsim live") struct ExampleConfigurationTests {
    @Test("are read", arguments: ["live", "idp"])
    func read(_ name: String) throws {
        let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized
        let settings = try LiveSettings(file: root.appending(path: "Examples/live/\(name).yaml").path)
        #expect(settings.keys == "live-keys")
        #expect(settings.signIn.isEmpty == (name == "live"))
    }
}
