import Foundation
import SSOBridge

/// Where the sign-in of one requestor stands, and what comes next: a value without I/O.
///
/// The engine tells it what happened and carries out what it answers. What the person does in Apple's interface comes
/// before: this flow begins where the app shows its own picker, or where an MVPD is known at whose page to sign in.
///
/// spec entitlement § 1.6.
struct SignInFlow: Sendable, Equatable {
    /// What waits for the outcome; any number can.
    enum Purpose: Sendable, Equatable {
        case authentication
        case authorization(resource: String)
    }

    /// How far it is.
    enum Stage: Sendable, Equatable {
        /// Nobody signs in.
        case idle
        /// The app shows its own picker.
        case choosing
        /// The app shows the MVPD's page, and will hand over the URL at which it ends.
        case visiting(PageVisit)
        /// The person signs in on a second screen; the service is asked again at an instant.
        case polling(PageVisit, next: Date)
        /// The code is over; the service is asked a last time.
        case ending(PageVisit)
    }

    /// The time between two questions to the service while the person signs in on a second screen.
    ///
    /// The vendor publishes none for the SDK; the documentation of REST API V2 asks for three to five seconds or more.
    static let pollInterval: TimeInterval = 5

    private(set) var stage = Stage.idle
    private(set) var waiting: [Purpose] = []
    /// The MVPD that the app named before it asked to authenticate anybody.
    private(set) var chosen: String?

    /// How long the service is not to be asked again: from the last question to the next; `nil`: it is not asked at all.
    var pause: Range<Date>? {
        guard case .polling(_, let next) = stage else { return nil }
        return next.addingTimeInterval(-Self.pollInterval)..<next
    }

    /// The sign-in whose page or code is with the person; `nil`: none is.
    var visit: PageVisit? {
        switch stage {
        case .visiting(let visit), .polling(let visit, _), .ending(let visit): visit
        case .idle, .choosing: nil
        }
    }

    /// Whether somebody is to sign in, and has not been answered.
    var hasBegun: Bool { stage != .idle || !waiting.isEmpty }

    /// Takes what happened, and returns what is to be done, in order.
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
        case .opened(let visit, let place): return open(visit, at: place)
        case .needsNobody(let mvpd): return [.takeProfile(mvpd: mvpd)]
        case .reachedRedirect:
            // A redirect that nobody waits for is not answered; DIFFERENCES, E-38.
            guard case .visiting(let visit) = stage else { return [] }
            return [.askForProfile(visit)]
        case .timePassed(let now):
            // A clock that is set back behind the last question would be waited for until it has caught up.
            guard case .polling(let visit, let next) = stage,
                now >= next || now < next.addingTimeInterval(-Self.pollInterval)
            else { return [] }
            if now >= visit.ends {
                // Somebody may have signed in just before the end: the clock can jump over both.
                stage = .ending(visit)
                return [.askForLateProfile(visit)]
            }
            stage = .polling(visit, next: now.addingTimeInterval(Self.pollInterval))
            return [.askForProfile(visit)]
        case .found(let profile):
            stage = .idle
            return [.keep(profile)]
        case .foundNothing(let reason):
            // On a second screen the person is not there yet; after the page there is nothing to wait for.
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
        case .failed(let trouble, let reason): return fail(trouble, reason)
        }
    }

    /// Lets somebody else wait for the outcome.
    mutating func join(_ purpose: Purpose) {
        waiting.append(purpose)
    }

    /// Ends the flow because the person is authenticated; returns who waited for it.
    mutating func succeed() -> [Purpose] {
        defer { self = SignInFlow() }
        return waiting
    }

    /// Ends the flow without an outcome; returns who waited for it.
    mutating func abandon() -> [Purpose] {
        defer { self = SignInFlow() }
        return waiting
    }

    private mutating func take(_ choice: SignInEvent.Choice) -> [SignInAction] {
        switch choice {
        case .none:
            let hasBegun = hasBegun
            let purposes = abandon()
            guard hasBegun else { return [.forgetSelection, .tellThatNobodyIsSelected] }
            return [.forgetSelection, .end(.cancelled, reason: "The sign-in was cancelled.", purposes)]
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

    private mutating func open(_ visit: PageVisit, at place: SignInEvent.Place) -> [SignInAction] {
        switch place {
        case .page(let url):
            stage = .visiting(visit)
            return [.navigate(url: url, useSVC: visit.useSVC)]
        case .secondScreen(let now):
            stage = .polling(visit, next: now.addingTimeInterval(Self.pollInterval))
            return [.showCode(visit.code)]
        }
    }

    private mutating func fail(_ trouble: SignInTrouble, _ reason: String) -> [SignInAction] {
        [.end(trouble, reason: reason, abandon())]
    }
}
