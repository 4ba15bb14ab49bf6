package import Foundation
package import TVSimCore
package import TVSimDevice
import TVSimEntitlementAPI
package import TVSimEntitlementService

/// Who sent a request.
package enum Origin: String, WireWord {
    /// The app under test, its user's browser, or the test.
    case app
    /// The simulated SDK, whose requests are not the app's.
    case sdk
}

/// One thing that a world was seen to do: an entry of its journal, with the facts of the request that caused it.
package struct Observation: Sendable {
    /// What was observed.
    package enum Event: Sendable {
        /// A request whose facts are known.
        case request(RequestFact)
        /// A decision of the journal. A request among them has no facts, because nothing kept them.
        case decision(any JournalDecision)
        /// A call of the framework, with its arguments.
        case call(FrameworkCall)
    }

    /// The number of the journal entry.
    package var number: Int
    /// The simulated time.
    package var at: Date
    /// The real time since the world began, in seconds; `nil` if it is not known.
    package var elapsed: Double?
    /// When the request arrived, in the same way; ``elapsed`` is when it was answered.
    package var arrived: Double?
    /// Who sent the request.
    package var origin: Origin
    /// What was observed.
    package var event: Event
    /// What became of the inputs of a request; `nil` if all were used, or if the journal does not have its decision.
    package var inputs: [InputFate]?
    /// Whether a body of the request or of the answer is not known, because an archive does not have it.
    package var lacksBody = false

    /// Creates an observation.
    package init(
        number: Int, at: Date, elapsed: Double? = nil, arrived: Double? = nil, origin: Origin = .app, event: Event
    ) {
        self.number = number
        self.at = at
        self.elapsed = elapsed
        self.arrived = arrived
        self.origin = origin
        self.event = event
    }

    /// The facts of a request; `nil` for another event.
    package var fact: RequestFact? { if case .request(let fact) = event { fact } else { nil } }

    /// Returns the time from an earlier observation, in seconds: the larger of simulated and real time.
    ///
    /// Some tests sleep, and others move the clock.
    func gap(since earlier: Observation) -> Double {
        let simulated = at.timeIntervalSince(earlier.at)
        guard let elapsed, let began = earlier.elapsed else { return simulated }
        return max(simulated, elapsed - began)
    }

    /// Returns the time from an earlier request, in seconds, by the times at which both arrived: an answer may be held back.
    func distance(from earlier: Observation) -> Double {
        guard let arrived, let began = earlier.arrived else { return gap(since: earlier) }
        return max(at.timeIntervalSince(earlier.at), arrived - began)
    }
}
