import Foundation
import TVSimStructuredText

/// The state of one requestor's sign-in, and its transitions: a value without I/O.
///
/// ``EntitlementSession/continueSignIn(_:)`` feeds it events and performs its actions. The flow begins when the app must show
/// its own picker, or when the MVPD is known. Apple's interface comes before.
struct SignInFlow: Sendable, Equatable {
    /// What waits for the outcome; any number of calls can.
    enum Purpose: Sendable, Equatable {
        case authentication
        case authorization(resource: ResourceID)
    }

    /// The stage of the sign-in.
    enum Stage: Sendable, Equatable {
        /// No sign-in is in progress.
        case idle
        /// The app shows its own picker.
        case choosing
        /// The app shows the MVPD's page, and hands over the URL at which it ends.
        case visiting(PageVisit)
        /// The user signs in on a second screen; the next poll is at an instant.
        case polling(PageVisit, next: Date)
        /// The code has expired; the service is asked a last time.
        case ending(PageVisit)
    }

    /// The time between two polls while the user signs in on a second screen.
    ///
    /// The vendor publishes none for the SDK; the documentation of REST API V2 asks for three to five seconds or more.
    static let pollInterval: TimeInterval = 5

    private(set) var stage = Stage.idle
    private(set) var waiting: [Purpose] = []
    /// The MVPD that the app selected before it called `getAuthentication`.
    private(set) var chosen: MVPDID?

    /// The time from the last poll to the next; `nil` if the flow does not poll.
    var pause: Range<Date>? {
        guard case .polling(_, let next) = stage else { return nil }
        return next.addingTimeInterval(-Self.pollInterval)..<next
    }

    /// The sign-in whose page or code the user has; else `nil`.
    var visit: PageVisit? {
        switch stage {
        case .visiting(let visit), .polling(let visit, _), .ending(let visit): visit
        case .idle, .choosing: nil
        }
    }

    /// Whether a sign-in is in progress.
    var hasBegun: Bool { stage != .idle || !waiting.isEmpty }

    /// Takes an event, and returns the actions to perform, in order.
    mutating func take(_ event: SignInEvent) -> [SignInAction] {
        switch event {
        case .needsProvider(let purpose):
            waiting.append(purpose)
            guard let mvpd = chosen else {
                stage = .choosing
                return [.showDialog]
            }
            chosen = nil
            return [.begin(mvpd: mvpd)]
        case .choseInSystem(let mvpd, let purpose):
            waiting.append(purpose)
            return [.select(mvpd: mvpd), .begin(mvpd: mvpd)]
        case .knownElsewhere(let mvpd, let purpose):
            waiting.append(purpose)
            return [.beginPassively(mvpd: mvpd)]
        case .chose(let choice): return take(choice)
        case .opened(let visit, let screen): return open(visit, on: screen)
        case .needsNoSignIn(let mvpd): return [.takeProfile(mvpd: mvpd)]
        case .reachedRedirect:
            // An unexpected redirect has no effect; Differences, E-38.
            guard case .visiting(let visit) = stage else { return [] }
            return [.askForProfile(visit)]
        case .timePassed(let now):
            // A clock that was set back before the last poll would otherwise stop polling until it has caught up.
            guard case .polling(let visit, let next) = stage,
                now >= next || now < next.addingTimeInterval(-Self.pollInterval)
            else { return [] }
            if now >= visit.ends {
                // The clock may have jumped over both a sign-in and the end of the code.
                stage = .ending(visit)
                return [.askForLateProfile(visit)]
            }
            stage = .polling(visit, next: now.addingTimeInterval(Self.pollInterval))
            return [.askForProfile(visit)]
        case .found(let profile):
            stage = .idle
            return [.keep(profile)]
        case .foundNothing(let reason):
            // On a second screen the user may still sign in; after the page there is nothing to wait for.
            switch stage {
            case .polling: return []
            case .visiting(let visit) where visit.isPassive:
                stage = .choosing
                return [.showDialog]
            default: return fail(.sessionLost, reason)
            }
        case .cannotAskPassively:
            stage = .choosing
            return [.showDialog]
        case .failed(let failure, let reason): return fail(failure, reason)
        }
    }

    /// Lets another call wait for the outcome.
    mutating func join(_ purpose: Purpose) {
        waiting.append(purpose)
    }

    /// Ends the flow because the user is authenticated; returns what waited for it.
    mutating func succeed() -> [Purpose] {
        defer { self = SignInFlow() }
        return waiting
    }

    /// Ends the flow without an outcome; returns what waited for it.
    mutating func abandon() -> [Purpose] {
        defer { self = SignInFlow() }
        return waiting
    }

    private mutating func take(_ choice: SignInEvent.Choice) -> [SignInAction] {
        switch choice {
        case .none:
            let hasBegun = hasBegun
            let purposes = abandon()
            guard hasBegun else { return [.clearSelection, .reportNoSelection] }
            return [.clearSelection, .end(.cancelled, reason: "The sign-in was cancelled.", purposes)]
        case .unknown(let mvpd):
            return fail(.failed, "'\(mvpd)' is not among the requestor's MVPDs.")
        case .pass(let mvpd):
            stage = .idle
            return [.select(mvpd: mvpd), .takeProfile(mvpd: mvpd)]
        case .provider(let mvpd):
            guard hasBegun else {
                chosen = mvpd
                return [.select(mvpd: mvpd)]
            }
            stage = .idle
            return [.select(mvpd: mvpd), .begin(mvpd: mvpd)]
        }
    }

    private mutating func open(_ visit: PageVisit, on screen: SignInEvent.Screen) -> [SignInAction] {
        switch screen {
        case .page(let url):
            stage = .visiting(visit)
            return [.navigate(url: url, useSVC: visit.useSVC)]
        case .secondScreen(let now):
            stage = .polling(visit, next: now.addingTimeInterval(Self.pollInterval))
            return [.showCode(visit)]
        }
    }

    private mutating func fail(_ failure: SignInFailure, _ reason: String) -> [SignInAction] {
        [.end(failure, reason: reason, abandon())]
    }
}
