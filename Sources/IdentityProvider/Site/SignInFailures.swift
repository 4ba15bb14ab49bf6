import Foundation
import TVSimCore
import TVSimStateStorage

/// A user's wrong answers in a row at a provider, for a provider that locks users out.
///
/// They are forgotten after a complete sign-in, and when the last one is as old as a lockout is long.
struct SignInFailures: Codable, Sendable, Hashable, Lapsing {
    /// The number of wrong answers.
    @Counted var count = 0
    /// When they are forgotten, which is also when a lockout ends.
    var end: Date

    /// The name prefix of all counts.
    static let keys = "provider/failures/"

    static func key(provider: String, subscriber: String) -> StateKey<SignInFailures> {
        StateKey("\(keys)\(Data(provider.utf8).hexadecimal)/\(Data(subscriber.utf8).hexadecimal)")
    }

    var lapsesAt: Date { end }
}

extension SiteContext {
    /// Returns whether a user is locked out.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    func isLockedOut(_ subscriber: String) throws -> Bool {
        guard let lockout = provider.signInPage?.lockout else { return false }
        let now = try site.simulation.clock.now()
        let key = SignInFailures.key(provider: provider.identifier, subscriber: subscriber)
        guard let failures = try site.simulation.store.read({ try $0.value(for: key) }), now < failures.end
        else { return false }
        return failures.count >= lockout.after
    }

    /// Counts a wrong answer of a user, or forgets all of them after a complete sign-in.
    ///
    /// - Throws: `StateError` if the state cannot be read or written.
    func count(failure isFailure: Bool, of subscriber: String) throws {
        guard let lockout = provider.signInPage?.lockout, provider.subscriber(subscriber) != nil else { return }
        let now = try site.simulation.clock.now()
        let key = SignInFailures.key(provider: provider.identifier, subscriber: subscriber)
        try site.simulation.store.write { state in
            let before = try state.value(for: key).flatMap { now < $0.end ? $0 : nil }
            guard isFailure else {
                if before != nil { try state.setValue(nil, for: key) }
                return
            }
            try site.simulation.sweeper.sweep(at: now, in: state)
            let count = (before?.count ?? 0) + 1
            try state.setValue(SignInFailures(count: count, end: now + lockout.duration), for: key)
        }
    }
}
