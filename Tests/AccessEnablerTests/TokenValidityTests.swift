import Foundation
import TVSimEntitlementAPI
import TVSimSSOBridge
import TVSimStructuredText
import Testing
import VideoSubscriberAccount

@testable import AccessEnabler

/// Whether a token is valid, as a table over what Apple's framework answers.
@Suite("The validity of a token")
struct TokenValidityTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let app = "com.example.stream"

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var token: StoredToken? = TokenValidityTests.token()
        var mvpd: ConfiguredMVPD? = TokenValidityTests.mvpd()
        /// The result, whatever the framework answers, except where `answers` says otherwise.
        let validity: TokenValidity
        var answers: [(FrameworkAnswer?, TokenValidity)] = []
    }

    static func token(_ change: (inout StoredToken) -> Void = { _ in }) -> StoredToken {
        var token = StoredToken(
            mvpd: "Cablevision", source: .apple, platformMappingID: "Cablevision",
            expires: now.addingTimeInterval(60), owner: app, device: "x")
        change(&token)
        return token
    }

    static func mvpd(_ change: (inout ConfiguredMVPD) -> Void = { _ in }) -> ConfiguredMVPD {
        var mvpd = ConfiguredMVPD(id: "Cablevision", displayName: "Cablevision")
        (mvpd.boardingStatus, mvpd.enablePlatformServices) = (.supported, true)
        change(&mvpd)
        return mvpd
    }

    static let same = FrameworkAnswer.signedIn(SystemProfile(provider: "Cablevision", expires: nil))
    static let sameExpired = FrameworkAnswer.expired(provider: "Cablevision", end: now)
    static let other = FrameworkAnswer.signedIn(SystemProfile(provider: "Dish", expires: nil))
    static let otherExpired = FrameworkAnswer.expired(provider: "Dish", end: now)
    static let unnamedExpired = FrameworkAnswer.expired(provider: nil, end: now)
    static let failed = FrameworkAnswer.failed(VSError(.serviceTemporarilyUnavailable))
    static let withheld: [FrameworkAnswer?] = [
        nil, failed, .accessNotGranted(.denied), .accessNotGranted(.restricted), .accessNotGranted(.notDetermined),
    ]
    static let unknown: [FrameworkAnswer?] = [
        .providerNotNamed, .pickerCancelled, .otherProvider, .unsupportedProvider("Cablevision"),
    ]
    static let every: [FrameworkAnswer?] =
        withheld + unknown + [.accessGranted, .signedOut, same, sameExpired, other, otherExpired, unnamedExpired]

    /// What the account decides about a valid token of the app's own.
    static let own: [(FrameworkAnswer?, TokenValidity)] =
        [(.accessGranted, .valid), (same, .valid), (sameExpired, .valid)]
    /// What the account decides about a token of another app, which this app drops only if it sees another account.
    static let others: [(FrameworkAnswer?, TokenValidity)] =
        [(.signedOut, .discard), (other, .discard), (otherExpired, .discard), (unnamedExpired, .discard)]

    static let rows: [Row] = [
        Row(testDescription: "no token", token: nil, validity: .invalid),
        Row(testDescription: "expired", token: token { $0.expires = now }, validity: .invalid),
        Row(
            testDescription: "expires a moment later", token: token { $0.expires = now.addingTimeInterval(0.001) },
            validity: .discard, answers: own),
        Row(testDescription: "the MVPD is no longer integrated", mvpd: nil, validity: .invalid),
        Row(
            testDescription: "the MVPD in another spelling is another one", mvpd: mvpd { $0.id = "cablevision" },
            validity: .invalid),
        Row(testDescription: "Apple's: access and account decide", validity: .discard, answers: own),
        Row(
            testDescription: "Apple's, single sign-on is off by now: dropped",
            mvpd: mvpd { $0.enablePlatformServices = false }, validity: .discard),
        Row(
            testDescription: "Apple's, the MVPD is no longer boarded: dropped",
            mvpd: mvpd { $0.boardingStatus = nil },
            validity: .discard),
        Row(
            testDescription: "Apple's, the MVPD is only listed by now: it stays",
            mvpd: mvpd { $0.boardingStatus = .picker }, validity: .discard, answers: own),
        Row(
            testDescription: "Apple's of another app: the account decides, if this app can see it",
            token: token { $0.owner = "com.example.news" }, validity: .valid, answers: others),
        Row(
            testDescription: "Apple's of another app, the MVPD enforces permissions: invalid without access",
            token: token { $0.owner = "com.example.news" }, mvpd: mvpd { $0.enforcePlatformPermissions = true },
            validity: .valid, answers: others + withheld.map { ($0, .invalid) }),
        Row(
            testDescription: "Apple's of another app, single sign-on is off by now: dropped for every app",
            token: token { $0.owner = "com.example.news" }, mvpd: mvpd { $0.enablePlatformServices = false },
            validity: .discard),
        Row(
            testDescription: "a sign-in at the MVPD, single sign-on off: the framework does not matter",
            token: token { $0.source = .regular }, mvpd: mvpd { $0.enablePlatformServices = false }, validity: .valid),
        Row(
            testDescription: "a degradation's: the framework does not matter", token: token { $0.source = .degraded },
            validity: .valid),
        Row(
            testDescription: "an unused pass has no end yet",
            token: token {
                ($0.source, $0.isProvisional) = (.temporary, true)
                $0.expires = now.addingTimeInterval(-60)
            }, validity: .valid),
        Row(
            testDescription: "a pass that has begun, expired",
            token: token {
                $0.source = .temporary
                $0.expires = now.addingTimeInterval(-60)
            }, validity: .invalid),
    ]

    @Test("follows the table, for every answer of the framework", arguments: rows)
    func validity(row: Row) {
        let configuration = ConfigurationResponse(
            requestor: .init(id: "REF30", name: "", mvpds: row.mvpd.map { [$0] } ?? []))
        for answer in Self.every {
            let expected = row.answers.first { $0.0 == answer }?.1 ?? row.validity
            let validity = TokenValidity(
                of: row.token, in: Self.app, configuration: configuration, answer: answer, now: Self.now)
            #expect(validity == expected, "\(String(describing: answer))")
        }
    }
}
