import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import Testing

@testable import AccessEnabler

/// Whether a token still counts, as a table: spec entitlement § 1.7 step 3 and the TTL matrix.
@Suite("The judgement of a token")
struct TokenJudgementTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let app = "com.example.stream"

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var token: StoredToken? = TokenJudgementTests.token()
        var access: SystemAccess? = .granted
        var mvpd: ConfiguredMVPD? = TokenJudgementTests.mvpd()
        let judgement: TokenJudgement
        /// What the system-level account makes of it, by who is signed in there; unnamed: nothing else.
        var system: [(SystemAccountState, TokenJudgement)] = []
    }

    static func token(_ change: (inout StoredToken) -> Void = { _ in }) -> StoredToken {
        var token = StoredToken(
            mvpd: "Cablevision", source: .apple, platformMappingID: "Cablevision",
            expires: now.addingTimeInterval(60), userMetadata: [:], owner: app)
        change(&token)
        return token
    }

    static func mvpd(_ change: (inout ConfiguredMVPD) -> Void = { _ in }) -> ConfiguredMVPD {
        var mvpd = ConfiguredMVPD(id: "Cablevision", displayName: "Cablevision")
        (mvpd.boardingStatus, mvpd.enablePlatformServices) = (.supported, true)
        change(&mvpd)
        return mvpd
    }

    static let denied = SystemAccess.withheld(.denied)
    static let everybody: [SystemAccountState] = [
        .nobody, .signedIn(provider: "Cablevision"), .signedIn(provider: "Dish"), .unknown,
    ]

    static let rows: [Row] = [
        Row(testDescription: "none", token: nil, judgement: .invalid),
        Row(
            testDescription: "its time is over", token: token { $0.expires = now }, judgement: .invalid),
        Row(
            testDescription: "its time is over a moment later",
            token: token { $0.expires = now.addingTimeInterval(0.001) }, judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard), (.unknown, .discard)]),
        Row(testDescription: "its MVPD is not integrated any more", mvpd: nil, judgement: .invalid),
        Row(
            testDescription: "its MVPD in another spelling is another one", mvpd: mvpd { $0.id = "cablevision" },
            judgement: .invalid),
        Row(
            testDescription: "Apple's, access granted: the account decides", judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard), (.unknown, .discard)]),
        Row(testDescription: "Apple's, access denied: it goes", access: denied, judgement: .discard),
        Row(
            testDescription: "Apple's, access undetermined: it goes", access: .withheld(.notDetermined),
            judgement: .discard),
        Row(testDescription: "Apple's, nobody knows of access: it goes", access: nil, judgement: .discard),
        Row(
            testDescription: "Apple's, single sign-on is off by now: it goes",
            mvpd: mvpd { $0.enablePlatformServices = false }, judgement: .discard),
        Row(
            testDescription: "Apple's, its MVPD takes no part any more: it goes",
            mvpd: mvpd { $0.boardingStatus = nil }, judgement: .discard),
        Row(
            testDescription: "Apple's, its MVPD is listed only by now: it stays",
            mvpd: mvpd { $0.boardingStatus = .picker }, judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard), (.unknown, .discard)]),
        Row(
            testDescription: "Apple's of another app, access granted: the account decides, where it is known",
            token: token { $0.owner = "com.example.news" }, judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard)]),
        Row(
            testDescription: "Apple's of another app, access denied: not this app's to drop",
            token: token { $0.owner = "com.example.news" }, access: denied, judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard)]),
        Row(
            testDescription: "Apple's of another app, access denied, the MVPD enforces permissions: it does not count",
            token: token { $0.owner = "com.example.news" }, access: denied,
            mvpd: mvpd { $0.enforcePlatformPermissions = true }, judgement: .invalid),
        Row(
            testDescription: "Apple's of another app, access granted, the MVPD enforces permissions: it counts",
            token: token { $0.owner = "com.example.news" },
            mvpd: mvpd { $0.enforcePlatformPermissions = true }, judgement: .valid,
            system: [(.nobody, .discard), (.signedIn(provider: "Dish"), .discard)]),
        Row(
            testDescription: "Apple's of another app, single sign-on is off by now: it goes for everybody",
            token: token { $0.owner = "com.example.news" },
            mvpd: mvpd { $0.enablePlatformServices = false }, judgement: .discard),
        Row(
            testDescription: "a sign-in at the MVPD, access denied, single sign-on off: the framework has no say",
            token: token { $0.source = .regular }, access: denied,
            mvpd: mvpd { $0.enablePlatformServices = false }, judgement: .valid),
        Row(
            testDescription: "a degradation's: the framework has no say", token: token { $0.source = .degraded },
            access: denied, judgement: .valid),
        Row(
            testDescription: "a pass that has not begun, its time over: it has no end yet",
            token: token {
                ($0.source, $0.isProvisional) = (.temporary, true)
                $0.expires = now.addingTimeInterval(-60)
            }, access: denied, judgement: .valid),
        Row(
            testDescription: "a pass that has begun, its time over",
            token: token {
                $0.source = .temporary
                $0.expires = now.addingTimeInterval(-60)
            }, judgement: .invalid),
    ]

    @Test("follows the table, without the system-level account and with it", arguments: rows)
    func judges(row: Row) {
        let configuration = ConfigurationResponse(
            requestor: .init(id: "REF30", name: "", mvpds: row.mvpd.map { [$0] } ?? []))
        #expect(
            TokenJudgement.judge(
                row.token, of: Self.app, configuration: configuration, access: row.access, now: Self.now)
                == row.judgement)
        for system in Self.everybody {
            let expected = row.system.first { $0.0 == system }?.1 ?? row.judgement
            #expect(
                TokenJudgement.judge(
                    row.token, of: Self.app, configuration: configuration, access: row.access, system: system,
                    now: Self.now) == expected, "\(system)")
        }
    }
}
