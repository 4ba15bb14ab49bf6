import CProcessWorld
import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import SimulationCore

/// Puts the app's calls in line: one stream holds them in their order, and one task carries out one after another.
///
/// Each call comes to rest before the next begins; what a call does is in ``EntitlementSession``.
final class EntitlementEngine: Sendable {
    /// What stands in line.
    enum Entry: Sendable {
        /// A call, with the number of dialogs that the app had been shown when it made the call.
        case call(AppCall, dialogsSeen: Int)
        /// Finishes the continuation when every earlier call has come to rest.
        case rest(AsyncStream<Never>.Continuation)
    }

    typealias Line = AsyncStream<Entry>

    private let line: Line.Continuation
    private let session: EntitlementSession?
    private let receiver: CallbackReceiver

    init(of app: Result<RunningApp, any Error>, softwareStatement: String, receiver: CallbackReceiver) {
        tvsim_attach_network_if_linked()
        let (entries, line) = Line.makeStream()
        (self.line, self.receiver) = (line, receiver)
        switch app {
        case .success(let app):
            let session = EntitlementSession(
                app: app, softwareStatement: softwareStatement, worldTransport: EntitlementWire.current,
                receiver: receiver)
            self.session = session
            Task { await session.carryOut(entries, line) }
        case .failure(let error):
            session = nil
            Task {
                for await entry in entries {
                    switch entry {
                    case .call(let call, _): if !call.needsRequestor { SimulationTrouble.stop(error) }
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
    func submit(_ call: AppCall) {
        line.yield(.call(call, dialogsSeen: receiver.dialogsShown))
    }

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

    /// When the service is next asked about a sign-in on a second screen; `nil` if it is not.
    func nextPoll() async -> Date? { await session?.signIn.pause?.upperBound }
}
