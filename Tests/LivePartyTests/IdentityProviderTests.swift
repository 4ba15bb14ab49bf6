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

    private let page: String?

    init(refuses: Bool = false, target: String = "/check", page: String? = nil) {
        (self.refuses, self.target, self.page) = (refuses, target, page)
    }

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
            : self.page ?? """
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
        try open(pages, page(password))
    }

    private static func open(_ pages: Pages, _ page: SignInSettings.Page) throws -> Delivery? {
        let start = try #require(WebAddress("https://idp.example/sso?SAMLRequest=x"))
        let allowed = try AllowedAddresses([start], authorized: []) { _ in "127.0.0.1" }
        let client = LiveClient(
            over: pages, to: allowed, pace: LivePace(rate: nil, limit: 60) { _ in }, run: "1", contact: nil)
        let party = try LiveKeysTests.party()
        var user = PageSignIn(
            over: client, pages: [page], for: party, environment: ["SECRET": "pass word"])
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

    @Test("sends the fields of a form without a method in the address, as a browser does")
    func getsForms() throws {
        let page = "<form action=/check><input name=user><button id=go name=step value=2>Go</button></form>"
        let pages = Pages(page: page)
        var filled = Self.page("")
        filled.fill.removeLast()
        #expect(try Self.open(pages, filled)?.fields["SAMLResponse"] == "eA==")
        #expect(pages.got.withLockedValue { $0 } == ["GET /sso?SAMLRequest=x ", "GET /check?user=dave&step=2 "])
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

@Suite("The judgement of a request") struct RequestJudgeTests {
    private static let signOn = "https://idp.example/sso"
    private static let form = "<form method=post action=/check><input type=password name=p></form>"

    private static func answer(
        _ page: String, status: Int? = 200, at address: String = signOn, form: PageText.Form? = nil
    ) throws -> RequestAnswer {
        var visit = Visit()
        visit.hops = [Hop(address: try #require(WebAddress(address)), status: status, cookies: [])]
        (visit.page, visit.form) = (PageText(page), form)
        return RequestAnswer(visit, at: try LiveKeysTests.party())
    }

    /// A Response without an assertion that came to our consumer.
    private static func status(_ word: String) throws -> RequestAnswer {
        let code = "urn:oasis:names:tc:SAML:2.0:status:"
        let xml = """
            <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" \
            IssueInstant="2026-01-01T00:00:00Z"><p:Status><p:StatusCode Value="\(code)Responder">\
            <p:StatusCode Value="\(code)\(word)"/></p:StatusCode></p:Status></p:Response>
            """
        let value = Data(xml.utf8).base64EncodedString()
        let page = PageText("<form method=post><input name=SAMLResponse value=\"\(value)\"></form>")
        return try answer("", status: nil, at: LiveKeysTests.party().consumer, form: page.forms.first)
    }

    private static func judged(_ name: String, _ answer: RequestAnswer) throws -> RequestVerdict {
        let judge = try #require(
            RequestJudge(
                good: [try Self.answer(form), try Self.answer(form)],
                bad: [try Self.answer("<h1>Error</h1>", status: 400), try Self.answer("<h1>No</h1>", status: 400)]))
        let request = try #require(RequestCase.all.first { $0.name == name })
        return judge.judge(answer, to: request, signedRequests: true)
    }

    @Test(
        "blames no identity provider for what the standard leaves to it",
        arguments: [
            ("persistentName", "page"), ("persistentName", "InvalidNameIDPolicy"), ("transientName", "RequestDenied"),
            ("unknownNameFormat", "error"), ("passive", "NoPassive"), ("passive", "RequestDenied"),
            ("strangersConsumer", "error"), ("unknownBinding", "UnsupportedBinding"), ("valid", "page"),
            ("unsigned", "error"),
        ])
    func right(_ name: String, _ kind: String) throws {
        let verdict = try Self.judged(name, try Self.made(kind))
        #expect(verdict.expected == verdict.found && verdict.notShown == nil)
    }

    @Test(
        "finds what is wrong",
        arguments: [
            ("passive", "page"), ("unsigned", "page"), ("otherDestination", "page"), ("valid", "error"),
            ("strangersConsumer", "stranger"), ("passive", "error"),
        ])
    func wrong(_ name: String, _ kind: String) throws {
        let verdict = try Self.judged(name, try Self.made(kind))
        #expect(verdict.expected != verdict.found && verdict.notShown == nil)
    }

    @Test("leaves to a sign-in where the answer to a stranger's consumer goes")
    func stranger() throws {
        for name in ["strangersConsumer", "unknownBinding"] {
            #expect(try Self.judged(name, try Self.made("page")).notShown != nil)
        }
    }

    private static func made(_ kind: String) throws -> RequestAnswer {
        switch kind {
        case "page": try answer(form)
        case "error": try answer("<h1>Sorry</h1>", status: 400)
        case "stranger": try answer("", status: nil, at: OurServiceProvider.stranger)
        default: try status(kind)
        }
    }
}

@Suite("The plan of a run at an identity provider") struct IdentityProviderPlanTests {
    @Test("has each case once, by its name, its requirement or its family")
    func names() throws {
        let names = IdentityProviderPlan.cases.map(\.name)
        #expect(Set(names).count == names.count)
        var selection = LiveSelection()
        (selection.only, selection.skip) = (["signIn,unsigned", "requestForm"], ["logoutAnswer"])
        let plan = try IdentityProviderPlan(selection, known: .init())
        #expect(["forceAuthn", "unsigned", "version11"].allSatisfy(plan.wants))
        #expect(!["logoutAnswer", "metadataKeySize", "sha1"].contains(where: plan.wants))
        let error = #expect(throws: CommandError.self) {
            var misspelt = LiveSelection()
            misspelt.only = ["signin"]
            _ = try IdentityProviderPlan(misspelt, known: .init())
        }
        #expect(error?.suggestion == "signIn")
    }
}

/// A user to whom no answer comes.
private struct NoAnswer: SignIn {
    let end: Visit?

    mutating func open(_ address: WebAddress, session: String) -> Delivery? { nil }
}

@Suite("The sign-ins at an identity provider") struct SignInScriptTests {
    private static func checks(endingAt end: Visit?) throws -> [TVSimLiveParty.PartyCheck] {
        let metadata = try LiveKeysTests.withKeys { try IdentityProviderMetadata(Data($0.metadata.utf8)) }
        var script = SignInScript(
            party: try LiveKeysTests.party(), provider: metadata, settings: .init(), credentials: [],
            user: NoAnswer(end: end), now: { Date(timeIntervalSince1970: 1_800_000_000) })
        return try script.run { _ in true }
    }

    private static func visit(_ status: Int?) throws -> Visit {
        var visit = Visit()
        visit.hops = [Hop(address: try #require(WebAddress("https://idp.example/check")), status: status, cookies: [])]
        return visit
    }

    @Test("blame the party for an error, and the configuration for a page that it does not have")
    func unanswered() throws {
        let checks = try Self.checks(endingAt: try Self.visit(500))
        #expect(checks.map(\.name) == ["signsIn"] && checks.first?.outcome != .holds)
        #expect(throws: LiveStop.self) { try Self.checks(endingAt: try Self.visit(200)) }
        #expect(throws: LiveStop.self) { try Self.checks(endingAt: try Self.visit(nil)) }
        #expect(throws: LiveStop.self) { try Self.checks(endingAt: nil) }
    }

    @Test("send a RelayState of 80 bytes, which has no blank: encodings of it differ")
    func relayState() {
        #expect(SignInScript.awkwardRelayState.utf8.count == 80 && !SignInScript.awkwardRelayState.contains(" "))
    }
}

@Suite("The metadata of an identity provider") struct IdentityProviderMetadataTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func violated(_ change: (String) -> String = { $0 }) throws -> [String] {
        let metadata = try LiveKeysTests.withKeys { keys in
            try IdentityProviderMetadata(Data(change(keys.metadata).utf8))
        }
        return metadata.checks(at: now).compactMap { check in
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
