import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimFixtures
import TVSimReports
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import Testing

@testable import TVSimLiveParty

/// A service provider in this process, which validates responses with the simulator's own validator.
private final class ServiceProvider: OutsideRequests, @unchecked Sendable {
    /// What a party does wrong.
    struct Faults {
        /// The policies that it does not check.
        var ignored: Set<String> = []
        /// How many refusals in a row lock it, and for how many pauses of the run.
        var locksAfter: Int?
        var refusesAll = false
        /// Every such delivery is answered with 429, without `Retry-After`.
        var limitsEvery: Int?
        var acceptsReplays = false
        /// It believes a name up to a comment.
        var cutsNames = false
        /// A LogoutRequest has status Success, and the session stays.
        var keepsSession = false
        /// It answers no LogoutRequest.
        var refusesLogouts = false
        /// What it does not compare in a LogoutResponse.
        var believes: Set<String> = []
        /// It shows the same page for each LogoutResponse.
        var hidesLogouts = false
        /// Its LogoutRequests have no relay state.
        var hasNoRelayState = false
    }

    private static let origin = "http://127.0.0.1:8000"
    static let entityID = "https://sp.example/saml"

    let faults: Faults
    private let keys: LiveKeys
    private var requests = 0
    private var open: Set<String> = []
    private var refusals = 0
    private(set) var isLocked = false
    private var user = ""
    /// The responses that it got.
    private(set) var deliveries = 0

    init(_ faults: Faults, _ keys: LiveKeys) { (self.faults, self.keys) = (faults, keys) }

    func unlock() { (isLocked, refusals) = (false, 0) }

    func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data) {
        switch (request.path ?? "").prefix(while: { $0 != "?" }) {
        case "/login":
            requests += 1
            let id = "_request\(requests)"
            open.insert(id)
            let sent = AuthnRequest(
                id: id, issueInstant: Date(), issuer: EntityID(Self.entityID),
                assertionConsumerService: "\(Self.origin)/acs")
            let xml = try Deflate.compress(Data(sent.xml().utf8)).base64EncodedString()
            let query = FormCoding.encode([("SAMLRequest", xml), ("RelayState", "r\(requests)")])
            return (Self.redirect("\(keys.singleSignOn)?\(query)", cookie: "pending=\(id)"), Data())
        case "/acs": return deliver(body, cookie: request.headerFields[.cookie] ?? "")
        case "/me":
            let isSignedIn = request.headerFields[.cookie]?.contains("auth=1") == true
            return isSignedIn
                ? (HTTPResponse(status: .ok), Data("{\"user\": \"\(user)\"}".utf8))
                : (HTTPResponse(status: .unauthorized), Data())
        case "/logout":
            requests += 1
            open.insert("_logout\(requests)")
            let sent = LogoutRequest(
                id: "_logout\(requests)", issueInstant: Date(), issuer: EntityID(Self.entityID),
                destination: keys.singleLogout, nameID: UserID("live-test-1"),
                qualifiers: NameQualifiers(format: SAMLNames.persistent), sessionIndexes: [])
            let xml = try Deflate.compress(Data(sent.xml().utf8)).base64EncodedString()
            let query = FormCoding.encode(
                [("SAMLRequest", xml)] + (faults.hasNoRelayState ? [] : [("RelayState", "r&\(requests)")]))
            return (Self.redirect("\(keys.singleLogout)?\(query)", cookie: "ends=_logout\(requests)"), Data())
        case "/slo":
            let query = (request.path ?? "").drop { $0 != "?" }.dropFirst().description
            guard query.contains("SAMLResponse=") else { return try logOut(query) }
            let isRight = endsLogout(query, cookie: request.headerFields[.cookie] ?? "")
            let title = isRight || faults.hidesLogouts ? "Signed out" : "Refused"
            return (HTTPResponse(status: .ok), Data("<title>\(title)</title>".utf8))
        default: return (HTTPResponse(status: .ok), Data("<title>Films</title>".utf8))
        }
    }

    /// Judges a LogoutResponse as the simulator's own service provider does, except for the faults.
    private func endsLogout(_ query: String, cookie: String) -> Bool {
        let asked = open.first { cookie.contains("ends=\($0)") } ?? ""
        guard let certificate = try? TrustedCertificate(pem: keys.certificate),
            let received = faults.believes.contains("signature")
                ? try? RedirectBinding.readUnsigned(.response, in: query)
                : try? RedirectBinding.read(.response, in: query, signedBy: [certificate]),
            let answer = try? LogoutResponse(unverifiedXML: received.xml)
        else { return false }
        let isAnswer = answer.inResponseTo.rawValue == asked || faults.believes.contains("inResponseTo")
        return isAnswer && answer.issuer.rawValue == keys.entityID
            && answer.destination?.rawValue == "\(Self.origin)/slo"
    }

    /// Answers a LogoutRequest, whose issuer and destination it compares.
    private func logOut(_ query: String) throws -> (response: HTTPResponse, body: Data) {
        let received = try RedirectBinding.readUnsigned(.request, in: query)
        let asked = try LogoutRequest(unverifiedXML: received.xml)
        guard !faults.refusesLogouts, asked.issuer.rawValue == keys.entityID, asked.destination == "\(Self.origin)/slo"
        else {
            return (HTTPResponse(status: .badRequest), Data("<title>Refused</title>".utf8))
        }
        let answer = LogoutResponse(
            id: "_answer", inResponseTo: MessageID(asked.id), issueInstant: Date(), issuer: EntityID(Self.entityID),
            destination: EndpointLocation(keys.singleLogout))
        let xml = try Deflate.compress(Data(answer.xml().utf8)).base64EncodedString()
        let target = "\(keys.singleLogout)?\(FormCoding.encode([("SAMLResponse", xml)]))"
        return (Self.redirect(target, cookie: faults.keepsSession ? "seen=1" : "auth=; Max-Age=0"), Data())
    }

    private func deliver(_ body: Data, cookie: String) -> (response: HTTPResponse, body: Data) {
        deliveries += 1
        if let every = faults.limitsEvery, deliveries.isMultiple(of: every) {
            return (HTTPResponse(status: .tooManyRequests), Data("<title>Slower</title>".utf8))
        }
        let text = FormCoding.decode(body)?.value("SAMLResponse") ?? ""
        let id = cookie.split(separator: ";").first { $0.contains("pending=") }?.split(separator: "=").last ?? ""
        let request = String(id)
        guard !isLocked, !faults.refusesAll, accepts(text, answering: request) else {
            refusals += 1
            if let limit = faults.locksAfter, refusals >= limit { isLocked = true }
            return (HTTPResponse(status: .badRequest), Data("<title>Refused</title>".utf8))
        }
        refusals = 0
        let xml = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        user = faults.cutsNames && xml.contains("<!--") ? "live" : "live-test-1"
        if !faults.acceptsReplays { open.remove(request) }
        return (Self.redirect("/app", cookie: "auth=1"), Data())
    }

    private func accepts(_ text: String, answering request: String) -> Bool {
        guard open.contains(request), let octets = Data(base64Encoded: text),
            var check = try? ResponseCheck(
                certificates: [keys.certificate], issuer: keys.entityID, audience: Self.entityID,
                recipient: "\(Self.origin)/acs")
        else { return false }
        check.requirements.inResponseTo = request
        check.requirements.clockSkew = 60
        return Set(check.verdict(of: octets, at: Date()).failures.map(\.policy.rawValue)).isSubset(of: faults.ignored)
    }

    private static func redirect(_ target: String, cookie: String) -> HTTPResponse {
        HTTPResponse(status: .found, headerFields: [.location: target, .setCookie: cookie])
    }
}

@Suite("A run against a service provider") struct LiveRunTests {
    /// Runs some cases against a party, and returns what came of them, the pauses and the number of deliveries.
    private func run(
        _ faults: ServiceProvider.Faults, only: [String]
    ) throws -> (result: LiveResult, pauses: [Duration], deliveries: Int) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "live-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = try LiveKeys.create(in: folder.path, at: Date())
        let server = ServiceProvider(faults, keys)
        var pauses: [Duration] = []
        let pace = LivePace(rate: nil, limit: 600) { time in
            pauses.append(time)
            server.unlock()
        }
        let start = try #require(WebAddress("http://127.0.0.1:8000/login"))
        let allowed = try AllowedAddresses([start], authorized: []) { $0 }
        let client = LiveClient(over: server, to: allowed, pace: pace, run: "1", contact: nil)
        let users = KnownUsers(subject: "live-test-1", forged: "tvsim-forged-1a2b3c4d")
        var parties = FixtureParties()
        (parties.issuer, parties.audience, parties.keys) = (keys.entityID, ServiceProvider.entityID, keys.keys)
        (parties.nameID, parties.forgedName) = (users.subject, users.forged)
        parties.furtherAttributes = [.init("zip", ["90210"]), .init("plan", ["x"])]
        let party = ServiceProviderParty(
            over: client, start: start, probe: start.following("/me"), consumers: ["http://127.0.0.1:8000/acs"],
            signOn: keys.singleSignOn, template: parties, format: nil, now: { Date() })
        let head = LiveResult(
            name: "sp", entityID: ServiceProvider.entityID, address: start.text, tool: "tvsim", catalogue: "",
            started: "", keys: .init(signing: ""))
        var options = LiveRun.Options()
        options.selection.only = only
        options.attributeValues = ["90210", "x"]
        options.logout = start.following("/slo")
        (options.signOut, options.logoutResponses) = (start.following("/logout"), start.following("/slo"))
        options.now = { Date() }
        let result = try LiveRun(party, pace: pace, users: users, head: head, options: options).run()
        return (result, pauses, server.deliveries)
    }

    private static let some = [
        "wrongAudience", "noAudience", "tampered", "unsigned", "xsw3", "honest", "rsaSHA512", "replay",
    ]

    @Test("finds nothing at a party without a fault")
    func faultless() throws {
        let (result, pauses, _) = try run(.init(), only: Self.some)
        #expect(result.exitStatus == 0 && result.stopped == nil && pauses.isEmpty, "\(result.report().closing)")
        #expect(result.cases.count >= 11 && result.cases.allSatisfy { !$0.isWrong })
    }

    @Test("finds a planted fault, and names its requirement")
    func planted() throws {
        let (result, _, _) = try run(.init(ignored: ["audience"]), only: Self.some)
        #expect(result.exitStatus == 1)
        #expect(result.cases.filter(\.isWrong).map(\.name).sorted() == ["noAudience", "wrongAudience"])
        let text = try result.report().text(in: .text)
        #expect(text.contains("FAIL  required") && text.contains("wrongAudience"))
    }

    @Test("takes no limit of requests for a refusal, and ends if the limit does not")
    func limited() throws {
        let (result, pauses, _) = try run(.init(limitsEvery: 5), only: Self.some)
        #expect(result.exitStatus == 0 && result.stopped == nil, "\(result.report().closing)")
        #expect(result.cases.allSatisfy { !$0.isWrong } && Set(pauses) == [.seconds(1)])
        let (ended, _, _) = try run(.init(limitsEvery: 1), only: Self.some)
        #expect(ended.exitStatus == 69 && ended.stopped?.contains("429 again and again") == true)
    }

    @Test("names no user and no attribute in its report, and sends no attribute twice")
    func secrets() throws {
        let (result, _, _) = try run(.init(ignored: ["audience"]), only: Self.some + ["emptyAttributeValue"])
        let report = result.report()
        for form in [ReportFormat.text, .json, .junit, .html] {
            let text = try report.text(in: form)
            // The key `user` of the data says who is signed in.
            for secret in ["90210", ">x<"] + (form == .json ? [] : ["live-test-1"]) {
                #expect(!text.contains(secret), "\(secret) as \(form.rawValue)")
            }
        }
        let sent = try #require(result.cases.first(where: \.isWrong)?.evidence.joined())
        #expect(sent.contains(">«user»<") && sent.contains("«value»"))
        #expect(result.cases.first { $0.name == "emptyAttributeValue" }?.isWrong == false)
    }

    @Test("finds that a response is accepted twice")
    func replays() throws {
        let (result, _, _) = try run(.init(acceptsReplays: true), only: ["replay"])
        #expect(result.cases.contains { $0.isWrong && $0.verdict == .accepted })
    }

    @Test("does not take a shortened name for that of the user")
    func shortenedName() throws {
        let cases = ["honest", "commentInNameID", "cdataInNameID"]
        #expect(try run(.init(), only: cases).result.cases.allSatisfy { !$0.isWrong })
        let (result, _, _) = try run(.init(cutsNames: true), only: cases)
        #expect(result.cases.filter(\.isWrong).map(\.name) == ["commentInNameID"] && result.exitStatus == 1)
    }

    @Test("sends LogoutRequests after a sign-in, and believes the status only if the session has ended")
    func logsOut() throws {
        let cases = ["logoutRequestOfStranger", "logoutRequestToOtherDestination"]
        let (right, _, _) = try run(.init(), only: cases)
        #expect(right.exitStatus == 0 && right.cases.map(\.name).sorted() == ["logoutRequest"] + cases)
        let (wrong, _, _) = try run(.init(keepsSession: true), only: cases)
        // Refusals say nothing if the valid request does not end the session.
        #expect(wrong.exitStatus == 1 && wrong.cases.map(\.name) == ["logoutRequest"])
        #expect(wrong.cases.first?.verdict == .unclear)
        let (without, _, _) = try run(.init(refusesLogouts: true), only: cases)
        #expect(without.exitStatus == 0 && without.cases.isEmpty)
        #expect(Set(cases).isSubset(of: wrong.notRun.map(\.name)))
    }

    @Test("answers the party's own logout, and finds what it does not compare in the answers")
    func answersLogouts() throws {
        let all = LiveCase.logouts.filter { !$0.isLogoutRequest }.map(\.name).sorted()
        #expect(all.count == 11)
        let right = try run(.init(), only: all).result
        #expect(right.exitStatus == 0 && right.cases.map(\.name).sorted() == all, "\(right.report().closing)")
        for (fault, found) in [
            ("inResponseTo", ["logoutResponseToOtherRequest"]),
            ("signature", ["logoutRelayStateChanged", "logoutResponseUnsigned"]),
        ] {
            let wrong = try run(.init(believes: [fault]), only: all).result
            #expect(wrong.exitStatus == 1 && wrong.cases.filter(\.isWrong).map(\.name).sorted() == found)
        }
    }

    @Test("says why it does not send a LogoutResponse, and judges none that it cannot judge")
    func unansweredLogouts() throws {
        let hidden = try run(.init(hidesLogouts: true), only: ["logoutResponse", "logoutResponseUnsigned"]).result
        #expect(hidden.exitStatus == 0 && hidden.cases.isEmpty)
        #expect(hidden.notRun.contains { $0.name == "logoutResponse" && $0.reason.contains("cannot be told apart") })
        let bare = try run(.init(hasNoRelayState: true), only: ["logoutResponse", "logoutRelayStateChanged"]).result
        #expect(bare.exitStatus == 0 && bare.cases.map(\.name) == ["logoutResponse"])
        #expect(bare.notRun.contains { $0.name == "logoutRelayStateChanged" && $0.reason.contains("no RelayState") })
    }

    @Test("tells every case, also if the run stops before the first one")
    func tellsAll() throws {
        let every = try LivePlan(.init(), .init(), known: .init(), encrypts: true) { _ in false }
        let names = Set(every.cases.map(\.name) + every.notRun.map(\.name))
        for faults in [ServiceProvider.Faults(), .init(refusesAll: true)] {
            let (result, _, _) = try run(faults, only: ["honest"])
            #expect(Set(result.cases.map(\.name) + result.notRun.map(\.name)) == names)
        }
    }

    @Test("drops a group whose control fails, waits, and repeats it")
    func locked() throws {
        let only = ["signature", "wrapping", "honest"]
        var waits = 0
        for limit in 4...8 {
            let (result, pauses, _) = try run(.init(locksAfter: limit), only: only)
            waits += result.stopped == nil && pauses.first == .seconds(6) ? 1 : 0
            #expect(result.cases.allSatisfy { !$0.isWrong }, "\(limit) refusals")
            #expect(Set(result.cases.map(\.name)).count == result.cases.count, "\(limit) refusals")
        }
        #expect(waits > 0)
    }

    @Test("ends with a party that refuses everything, after thirty messages at most")
    func refusesAll() throws {
        let (result, _, deliveries) = try run(.init(refusesAll: true), only: ["wrapping"])
        #expect(result.exitStatus == 69 && result.cases.isEmpty && deliveries <= Calibration.mostMessages)
    }

    @Test("refuses a word that names nothing, and suggests another")
    func misspelt() {
        let error = #expect(throws: CommandError.self) { try run(.init(), only: ["wraping"]) }
        #expect(error?.suggestion == "wrapping")
    }

    @Test("keeps the list of known differences true")
    func known() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "known-\(ProcessInfo.processInfo.globallyUniqueString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try "- {case: honest, verdict: refused, why: x}\n- {case: xsw3, verdict: accepted, until: 2020-01-01}\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let known = try KnownDifferences(file: file.path)
        #expect(known["xsw3"]?.isPast(at: Date()) == true && known["honest"]?.isPast(at: Date()) == false)
        #expect(known["other"] == nil)
        let end = try #require(TimeText.instant("2020-01-01T00:00:00Z"))
        #expect(known["xsw3"]?.isPast(at: end) == true && known["xsw3"]?.isPast(at: end - 1) == false)
        let same = known.standing(of: "xsw3", .accepted, isWrong: true, at: end - 1)
        #expect(same.isKnown && same.stale == nil)
        #expect(known.standing(of: "xsw3", .unclear, isWrong: true, at: end - 1).stale?.hasSuffix("is gone") == true)
        _ = try LiveSelection().leftOut(of: [("honest", []), ("xsw3", [])], known: known)
        let error = #expect(throws: CommandError.self) {
            try LiveSelection().leftOut(of: [("honest", []), ("xsw4", [])], known: known)
        }
        #expect(error?.suggestion == "xsw4")
    }
}
