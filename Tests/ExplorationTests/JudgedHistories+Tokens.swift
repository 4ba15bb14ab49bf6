import Foundation
import TVSimDevice
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

@testable import TVSimExploration

private let yes = ReceivedCallback(.setAuthenticationStatus, [1, ""])
private let signsIn = HandWrittenStep.call(.getAuthentication(), yes).with { $0.requests = [("profiles", 200)] }
private let check = HandWrittenStep.call(.checkAuthentication, yes)

/// A step in which the app receives one media token.
private func token(_ change: (inout ObservedMediaToken) -> Void = { _ in }) -> HandWrittenStep {
    var token = ObservedMediaToken(
        resource: "News", issuedFor: "News", mvpd: "Dish", issued: FlowHistory.epoch, timeToLive: 10,
        isValid: true, isValidAtItsEnd: false)
    change(&token)
    return HandWrittenStep.call(.getAuthorization("News")).with { $0.tokens = [token] }
}

extension JudgedHistory {
    /// Histories for the rules about authorization and lifetimes.
    static let tokens = entitlements + resources + authentications + lifetimes

    private static let entitlements: [JudgedHistory] = {
        let rule = "media-token-authorized"
        let reason = "a token for 'News' arrives, which no signed-in person may watch"
        let expected = ["…", "tokenRequestFailed(News, …, …)"]
        let alice = HandWrittenStep.world { $0.accountHolder = "alice" }
        return [
            .breaks(rule, "nobody has signed in", token(), because: reason, expect: expected),
            .breaks(
                rule, "another subscriber has signed in", .world { $0.accountHolder = "bob" }, token(),
                because: reason, expect: expected),
            .breaks(
                rule, "the token names another MVPD", alice, token { $0.mvpd = "Cablevision" }, because: reason,
                expect: expected),
            .breaks(
                rule, "the subscription does not have it", alice, token { $0.resource = "Sports" },
                because: "a token for 'Sports' arrives, which no signed-in person may watch",
                expect: ["…", "tokenRequestFailed(Sports, …, …)"]),
            .holds(rule, "the account's holder may watch it", alice, token()),
            .holds(
                rule, "the account's holder was another person before", alice, .world { $0.accountHolder = "bob" },
                token()),
            .holds(
                rule, "the subscription had it before", alice,
                .world { $0.integrations["Dish"]?.entitlements = [:] }, token()),
            .holds(
                rule, "the MVPD knows the subscriber by the home network",
                .world { $0.integrations["Dish"]?.homeSubscriber = "alice" }, token()),
            .holds(
                rule, "the subscriber typed the name on a page", check.with { $0.user = [.signIn(name: "alice")] },
                token()),
            .holds(
                rule, "the subscriber typed the name on a second screen, in the same step",
                token().with { $0.user = [.signInOnSecondScreen(name: "alice")] }),
            .holds(
                rule, "a degradation may have decided", .world { $0.integrations["Dish"]?.isExceptional = true },
                .world { $0.integrations["Dish"]?.isExceptional = false }, token()),
        ]
    }()

    private static let resources: [JudgedHistory] = [
        .breaks(
            "media-token-asked", "the token is for another resource", token { $0.issuedFor = "Sports" },
            because: "the token for 'News' is issued for 'Sports'"),
        .breaks(
            "media-token-asked", "the token cannot be verified", token { $0.issuedFor = nil },
            because: "the token for 'News' is issued for 'nothing'"),
        .holds("media-token-asked", "the token is for its resource", token()),
    ]

    private static let authentications: [JudgedHistory] = {
        let rule = "authentication-ends"
        let expected = ["…", "setAuthenticationStatus(0, …)"]
        return [
            .breaks(
                rule, "the lifetime is over", signsIn.with { $0.at = 5 }, check.with { $0.at = 105 },
                because: "the user is authenticated 100 seconds after the last sign-in", expect: expected),
            .holds(
                rule, "the lifetime is not over", signsIn.with { $0.at = 5 }, check.with { $0.at = 104 }),
            .holds(
                rule, "no user is authenticated", signsIn,
                .call(.checkAuthentication, ReceivedCallback(.setAuthenticationStatus, [0, "E"])).with { $0.at = 200 }),
            .holds(
                rule, "the user signed in again", signsIn, signsIn.with { $0.at = 90 }, check.with { $0.at = 150 }),
            .holds(
                rule, "the lifetime was longer before",
                .world { $0.integrations["Dish"]?.authenticationTTL = 300 },
                .world { $0.integrations["Dish"]?.authenticationTTL = 50 }, signsIn, check.with { $0.at = 299 }),
            .holds(
                rule, "a temporary pass may have decided", .world { $0.integrations["Dish"]?.isExceptional = true },
                signsIn, check.with { $0.at = 105 }),
            .holds(rule, "nobody has signed in", check.with { $0.at = 105 }),
        ]
    }()

    private static let lifetimes: [JudgedHistory] = {
        let rule = "media-token-ends"
        return [
            .breaks(
                rule, "it is too long", token { $0.timeToLive = 11 },
                because: "the token for 'News' lives for 11 seconds"),
            .holds(
                rule, "a platform's settings may have made it longer",
                .world { $0.integrations["Dish"]?.isExceptional = true }, token { $0.timeToLive = 11 }),
            .holds(
                rule, "it was longer before", .world { $0.integrations["Dish"]?.mediaTokenTTL = 20 },
                .world { $0.integrations["Dish"]?.mediaTokenTTL = 10 }, token { $0.timeToLive = 11 }),
            .holds(rule, "it is as long as it may be", token()),
            .breaks(
                rule, "it is not valid at first", token { $0.isValid = false },
                because: "the token for 'News' is not valid when it is issued"),
            .breaks(
                rule, "two seconds would be enough", token { ($0.isValid, $0.timeToLive) = (false, 2) },
                because: "the token for 'News' is not valid when it is issued"),
            .holds(
                rule, "it ends before it can be used", token { ($0.isValid, $0.timeToLive) = (false, 1) }),
            .breaks(
                rule, "it does not end", token { $0.isValidAtItsEnd = true },
                because: "the token for 'News' is valid at its end"),
        ]
    }()
}
