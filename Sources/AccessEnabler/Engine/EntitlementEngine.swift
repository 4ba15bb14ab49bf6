import CTVSimProcessWorld
import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge

/// Puts the app's calls in line: one stream holds them in their order, and one task carries out one after another.
///
/// Each call comes to rest before the next begins; what a call does is in ``EntitlementSession``.
final class EntitlementEngine: WaitsForApp {
    /// What stands in line.
    enum Entry: Sendable {
        case call(CallInLine)
        /// The simulated clock has moved: a sign-in that polls the service looks again.
        case timePassed
        /// The app will not answer: what waits for it ends.
        case giveUp
        /// Finishes the continuation when every earlier call has come to rest.
        case rest(AsyncStream<Never>.Continuation)
    }

    typealias Line = AsyncStream<Entry>

    /// The app; `nil` if the SDK object belongs to no simulation.
    let app: RunningApp?
    let receiver: CallbackReceiver
    private let line: Line.Continuation
    private let session: EntitlementSession?

    /// Creates the engine of an app; without an app, every call is refused at once.
    init(of app: RunningApp?, softwareStatement: String, receiver: CallbackReceiver) {
        tvsim_attach_network_if_linked()
        let (entries, line) = Line.makeStream()
        (self.app, self.line, self.receiver) = (app, line, receiver)
        app?.note(.sdkCall(.init("init")))
        if let app {
            let session = EntitlementSession(
                app: app, softwareStatement: softwareStatement, worldTransport: EntitlementWire.current,
                receiver: receiver)
            self.session = session
            Task { await session.carryOut(entries, line) }
            app.activity?.life.add(self)
        } else {
            session = nil
            Task {
                for await entry in entries {
                    switch entry {
                    case .call(let call): call.refuse(to: receiver)
                    case .timePassed, .giveUp: break
                    case .rest(let rest): rest.finish()
                    }
                }
            }
        }
    }

    deinit {
        // The task carries out what is in line, and ends.
        line.finish()
    }

    /// Puts a call in line.
    func submit(_ call: AppCall, answer: CallInLine.Answer = .callbacks) {
        app?.note(.sdkCall(call.seen))
        line.yield(.call(CallInLine(call: call, answer: answer, dialogsSeen: receiver.dialogsShown)))
    }

    /// Puts a look at the simulated clock in line.
    func timePassed() { line.yield(.timePassed) }

    /// A task that ends when every call so far has come to rest.
    var pendingCalls: Task<Void, Never> {
        let (rests, rest) = AsyncStream.makeStream(of: Never.self)
        line.yield(.rest(rest))
        return Task { for await _ in rests {} }
    }

    /// Whether calls wait for a requestor.
    var waitsForRequestor: Bool { session?.waitsForRequestor ?? false }

    /// Returns the report of the last exchange, once.
    func takeExchangeReport() async -> ExchangeReport? { await session?.takeExchangeReport() }

    /// Returns what the SDK waits for, one line for each.
    func waits() async -> [String] { await session?.waits ?? [] }

    /// Ends what waits for the app or the user, and waits until the SDK has come to rest.
    func giveUp() async {
        line.yield(.giveUp)
        await pendingCalls.value
    }

    /// When the service is next asked about a sign-in on a second screen; `nil` if it is not.
    func nextPoll() async -> Date? { await session?.signIn.pause?.upperBound }
}
