import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
import SSOBridge
import SimulatedDevice
import SimulationCore

/// Takes an app's calls in their order and lets each come to rest before the next begins.
///
/// Calls that need a requestor wait until one is set. The engine orders; what a call does is in `Flows`.
final class EntitlementEngine: Sendable {
    private struct Line {
        var last: Task<Void, Never>?
        /// Calls that wait for a requestor.
        var waiting: [AppCall] = []
        var requestorWasSet = false
    }

    private let line = NIOLockedValueBox(Line())
    private let session: Result<EntitlementSession, any Error>
    private let receiver: CallbackReceiver

    init(softwareStatement: String, receiver: CallbackReceiver) {
        self.receiver = receiver
        let transport = EntitlementWire.current
        session = Result {
            EntitlementSession(
                app: try RunningApp.resolve(), softwareStatement: softwareStatement, worldTransport: transport)
        }
    }

    /// Puts a call in line.
    func submit(_ call: AppCall) {
        line.withLockedValue { line in
            guard !call.needsRequestor || line.requestorWasSet else {
                line.waiting.append(call)
                return
            }
            var calls = [call]
            if case .setRequestor = call {
                // The first requestor lets the waiting calls follow, in their order.
                line.requestorWasSet = true
                calls += line.waiting
                line.waiting = []
            }
            let before = line.last
            line.last = Task {
                await before?.value
                for call in calls { await self.perform(call) }
            }
        }
    }

    /// Waits until every call so far has come to rest.
    func comeToRest() async {
        await line.withLockedValue { $0.last }?.value
    }

    func takeExchangeFindings() async -> [ConditionFinding]? {
        guard case .success(let session) = session else { return nil }
        return await session.takeExchangeFindings()
    }

    private func perform(_ call: AppCall) async {
        do {
            try await session.get().perform(call) { self.receiver.deliver([$0]) }
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}
