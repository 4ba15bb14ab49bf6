import Foundation
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText
import TestSupport
import Testing

@testable import AccessEnabler

/// The sign-in of the SDK as a table: what happens in each stage, and what is to be done then.
@Suite("The sign-in flow")
struct SignInFlowTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let visit = PageVisit(mvpd: "Dish", code: "ABC1234", ends: now.addingTimeInterval(1800))
    static let safariVisit = PageVisit(mvpd: "Dish", code: "ABC1234", ends: visit.ends, useSVC: true)
    static let profile = ExchangedProfile(
        mvpd: "Dish", platformMappingID: nil,
        profile: EntitlementProfile(
            notBefore: Milliseconds(now), notAfter: Milliseconds(now.addingTimeInterval(60)), issuer: "Dish",
            type: .regular, attributes: [:]))

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What has happened before.
        let before: [SignInEvent]
        let event: SignInEvent
        let actions: [SignInAction]
        let stage: SignInFlow.Stage
    }

    static let choosing: [SignInEvent] = [.needsProvider(.authentication)]
    static let visiting = choosing + [.chose(.provider("Dish")), .opened(visit, .page(url: "P"))]
    static let passiveVisit = PageVisit(mvpd: "Dish", code: "ABC1234", ends: visit.ends, isPassive: true, useSVC: true)
    static let elsewhere: [SignInEvent] = [.knownElsewhere(mvpd: "Dish", for: .authentication)]
    static let polling = choosing + [.chose(.provider("Dish")), .opened(visit, .secondScreen(now: now))]

    static let rows: [Row] = [
        Row(
            testDescription: "idle, a user must be authenticated: the app's picker", before: [],
            event: .needsProvider(.authentication), actions: [.showDialog], stage: .choosing),
        Row(
            testDescription: "idle, an MVPD is chosen: it is remembered", before: [], event: .chose(.provider("Dish")),
            actions: [.select(mvpd: "Dish")], stage: .idle),
        Row(
            testDescription: "an MVPD was remembered, a user must be authenticated: its page, no picker",
            before: [.chose(.provider("Dish"))], event: .needsProvider(.authentication),
            actions: [.begin(mvpd: "Dish")],
            stage: .idle),
        Row(
            testDescription: "idle, no MVPD is chosen: the selection is removed, and the app is informed", before: [],
            event: .chose(.none), actions: [.clearSelection, .reportNoSelection], stage: .idle),
        Row(
            testDescription: "idle, a pass is chosen: it authenticates", before: [], event: .chose(.pass("Pass")),
            actions: [.select(mvpd: "Pass"), .takeProfile(mvpd: "Pass")], stage: .idle),
        Row(
            testDescription: "choosing, an MVPD is chosen: its page", before: choosing,
            event: .chose(.provider("Dish")),
            actions: [.select(mvpd: "Dish"), .begin(mvpd: "Dish")], stage: .idle),
        Row(
            testDescription: "choosing, no MVPD is chosen: the end, cancelled", before: choosing, event: .chose(.none),
            actions: [
                .clearSelection, .end(.cancelled, reason: "The sign-in was cancelled.", [.authentication]),
            ], stage: .idle),
        Row(
            testDescription: "choosing, an MVPD that the requestor does not know: the end, failed", before: choosing,
            event: .chose(.unknown("X")),
            actions: [.end(.failed, reason: "'X' is not among the requestor's MVPDs.", [.authentication])], stage: .idle
        ),
        Row(
            testDescription: "Apple's picker named an MVPD with a page: the page, and no picker", before: [],
            event: .choseInSystem(mvpd: "Dish", for: .authentication),
            actions: [.select(mvpd: "Dish"), .begin(mvpd: "Dish")], stage: .idle),
        Row(
            testDescription: "a page is open to the app", before: choosing + [.chose(.provider("Dish"))],
            event: .opened(visit, .page(url: "P")), actions: [.navigate(url: "P", useSVC: false)],
            stage: .visiting(visit)),
        Row(
            testDescription: "a page for a Safari view controller is open to the app",
            before: choosing + [.chose(.provider("Dish"))], event: .opened(safariVisit, .page(url: "P")),
            actions: [.navigate(url: "P", useSVC: true)], stage: .visiting(safariVisit)),
        Row(
            testDescription: "a code is open to a second screen: it is shown, and asked about in five seconds",
            before: choosing + [.chose(.provider("Dish"))], event: .opened(visit, .secondScreen(now: now)),
            actions: [.showCode(visit)], stage: .polling(visit, next: now.addingTimeInterval(5))),
        Row(
            testDescription: "no sign-in is needed: the profile is taken",
            before: choosing + [.chose(.provider("Dish"))],
            event: .needsNoSignIn(mvpd: "Dish"), actions: [.takeProfile(mvpd: "Dish")], stage: .idle),
        Row(
            testDescription: "visiting, the redirect: the service is asked", before: visiting, event: .reachedRedirect,
            actions: [.askForProfile(visit)], stage: .visiting(visit)),
        Row(
            testDescription: "idle, a redirect: nothing", before: [], event: .reachedRedirect, actions: [], stage: .idle
        ),
        Row(
            testDescription: "polling, a redirect: nothing", before: polling, event: .reachedRedirect, actions: [],
            stage: .polling(visit, next: now.addingTimeInterval(5))),
        Row(
            testDescription: "visiting, nothing was found: the end, the session lost", before: visiting,
            event: .foundNothing("why"), actions: [.end(.sessionLost, reason: "why", [.authentication])], stage: .idle),
        Row(
            testDescription: "visiting, no MVPD is chosen: the end, cancelled", before: visiting, event: .chose(.none),
            actions: [
                .clearSelection, .end(.cancelled, reason: "The sign-in was cancelled.", [.authentication]),
            ], stage: .idle),
        Row(
            testDescription: "visiting, a profile: it is kept", before: visiting, event: .found(profile),
            actions: [.keep(profile)], stage: .idle),
        Row(
            testDescription: "polling, too early: nothing", before: polling,
            event: .timePassed(now.addingTimeInterval(4.999)), actions: [],
            stage: .polling(visit, next: now.addingTimeInterval(5))),
        Row(
            testDescription: "polling, the clock set back: the service is asked, and again in five", before: polling,
            event: .timePassed(now.addingTimeInterval(-1)), actions: [.askForProfile(visit)],
            stage: .polling(visit, next: now.addingTimeInterval(4))),
        Row(
            testDescription: "polling, the clock where it was: nothing", before: polling, event: .timePassed(now),
            actions: [], stage: .polling(visit, next: now.addingTimeInterval(5))),
        Row(
            testDescription: "polling, five seconds: the service is asked, and again in five", before: polling,
            event: .timePassed(now.addingTimeInterval(5)), actions: [.askForProfile(visit)],
            stage: .polling(visit, next: now.addingTimeInterval(10))),
        Row(
            testDescription: "polling, nothing was found: it goes on", before: polling, event: .foundNothing("why"),
            actions: [], stage: .polling(visit, next: now.addingTimeInterval(5))),
        Row(
            testDescription: "polling, a profile: it is kept", before: polling, event: .found(profile),
            actions: [.keep(profile)], stage: .idle),
        Row(
            testDescription: "polling, the code has expired: the service is asked a last time", before: polling,
            event: .timePassed(visit.ends), actions: [.askForLateProfile(visit)], stage: .ending(visit)),
        Row(
            testDescription: "the last time, nothing was found: the end, the session lost",
            before: polling + [.timePassed(visit.ends)], event: .foundNothing("why"),
            actions: [.end(.sessionLost, reason: "why", [.authentication])],
            stage: .idle),
        Row(
            testDescription: "the last time, a profile: it is kept", before: polling + [.timePassed(visit.ends)],
            event: .found(profile), actions: [.keep(profile)], stage: .idle),
        Row(
            testDescription: "an MVPD that may know the user cannot be asked: the app's picker",
            before: [.knownElsewhere(mvpd: "Dish", for: .authentication)], event: .cannotAskPassively,
            actions: [.showDialog], stage: .choosing),
        Row(
            testDescription: "the user is known elsewhere: the MVPD is asked first", before: [],
            event: .knownElsewhere(mvpd: "Dish", for: .authentication), actions: [.beginPassively(mvpd: "Dish")],
            stage: .idle),
        Row(
            testDescription: "a passive page is open to the app", before: elsewhere,
            event: .opened(passiveVisit, .page(url: "P")), actions: [.navigate(url: "P", useSVC: true)],
            stage: .visiting(passiveVisit)),
        Row(
            testDescription: "a passive page found no user: the app's picker",
            before: elsewhere + [.opened(passiveVisit, .page(url: "P"))], event: .foundNothing("why"),
            actions: [.showDialog], stage: .choosing),
        Row(
            testDescription: "a passive page found the user: the profile is kept",
            before: elsewhere + [.opened(passiveVisit, .page(url: "P"))], event: .found(profile),
            actions: [.keep(profile)], stage: .idle),
        Row(
            testDescription: "choosing, a pass is chosen: it authenticates", before: choosing,
            event: .chose(.pass("Pass")), actions: [.select(mvpd: "Pass"), .takeProfile(mvpd: "Pass")], stage: .idle),
        Row(
            testDescription: "choosing, another call needs an MVPD: the picker again", before: choosing,
            event: .needsProvider(.authorization(resource: "A")), actions: [.showDialog], stage: .choosing),
        Row(
            testDescription: "visiting, another MVPD is chosen: its page", before: visiting,
            event: .chose(.provider("Cablevision")),
            actions: [.select(mvpd: "Cablevision"), .begin(mvpd: "Cablevision")], stage: .idle),
        Row(
            testDescription: "visiting, time passes: nothing, the page has no end of its own", before: visiting,
            event: .timePassed(visit.ends), actions: [], stage: .visiting(visit)),
        Row(
            testDescription: "visiting, the service fails: the end, with its trouble", before: visiting,
            event: .failed(.sessionLost, "why"), actions: [.end(.sessionLost, reason: "why", [.authentication])],
            stage: .idle),
        Row(
            testDescription: "polling, no MVPD is chosen: the end, cancelled, and polling stops",
            before: polling, event: .chose(.none),
            actions: [
                .clearSelection, .end(.cancelled, reason: "The sign-in was cancelled.", [.authentication]),
            ], stage: .idle),
        Row(
            testDescription: "polling, another MVPD is chosen: its page", before: polling,
            event: .chose(.provider("Cablevision")),
            actions: [.select(mvpd: "Cablevision"), .begin(mvpd: "Cablevision")], stage: .idle),
        Row(
            testDescription: "polling, the session is refused: the end, with its trouble", before: polling,
            event: .failed(.sessionLost, "why"), actions: [.end(.sessionLost, reason: "why", [.authentication])],
            stage: .idle),
        Row(
            testDescription: "the last time, a redirect: nothing", before: polling + [.timePassed(visit.ends)],
            event: .reachedRedirect, actions: [], stage: .ending(visit)),
        Row(
            testDescription: "the last time, no MVPD is chosen: the end, cancelled",
            before: polling + [.timePassed(visit.ends)], event: .chose(.none),
            actions: [
                .clearSelection, .end(.cancelled, reason: "The sign-in was cancelled.", [.authentication]),
            ], stage: .idle),
        Row(
            testDescription: "idle, time passes: nothing", before: [], event: .timePassed(now), actions: [],
            stage: .idle),
        Row(
            testDescription: "a failure: the end, with its trouble", before: choosing, event: .failed(.noCode, "why"),
            actions: [.end(.noCode, reason: "why", [.authentication])], stage: .idle),
    ]

    @Test("answers each event in each stage", arguments: rows)
    func transition(row: Row) {
        var flow = SignInFlow()
        for event in row.before { _ = flow.take(event) }
        #expect(flow.take(row.event) == row.actions)
        #expect(flow.stage == row.stage)
    }

    @Test("keeps all waiting calls until its end, in their order")
    func waiting() {
        var flow = SignInFlow()
        _ = flow.take(.needsProvider(.authorization(resource: "A")))
        _ = flow.take(.needsProvider(.authentication))
        _ = flow.take(.chose(.provider("Dish")))
        #expect(flow.succeed() == [.authorization(resource: "A"), .authentication])
        #expect(flow == SignInFlow())
    }

    @Test("reports each failure by the documented status and error code")
    func failures() {
        let told = SignInFailure.allCases.map { "\($0.status.rawValue) \($0.errorCode)" }
        #expect(
            told == [
                "N005 Provider not Selected Error", "N130 Generic Authentication Error",
                "N111 Generic Authentication Error", "REG500 Generic Authentication Error",
                "N500 Provider not Available Error", "N500 Generic Authentication Error",
            ])
    }

    @Test("counts a dialog as shown when the app receives the callback, and not before") @MainActor
    func dialogsShown() async {
        let receiver = CallbackReceiver(delivery: .mainQueue)
        receiver.deliver(.displayProviderDialog([]))
        #expect(receiver.dialogsShown == 0)
        await awaiting("turn of the receiver") { told in receiver.run { told.resume() } }
        #expect(receiver.dialogsShown == 1)
    }
}
