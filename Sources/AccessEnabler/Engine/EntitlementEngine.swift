import CProcessWorld
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
        var waiting: [PendingCall] = []
        var requestorWasSet = false
        /// Waits for the instant at which the service is to be asked again.
        var alarm: Task<Void, Never>?
    }

    /// A call of the app in line.
    private struct PendingCall: Sendable {
        let call: AppCall
        /// How often the app had been shown its own dialog when it made the call.
        let dialogsSeen: Int
    }

    private let line = NIOLockedValueBox(Line())
    private let session: Result<EntitlementSession, any Error>
    private let receiver: CallbackReceiver

    init(of app: Result<RunningApp, any Error>, softwareStatement: String, receiver: CallbackReceiver) {
        self.receiver = receiver
        tvsim_attach_network_if_linked()
        let transport = EntitlementWire.current
        session = app.map { app in
            EntitlementSession(app: app, softwareStatement: softwareStatement, worldTransport: transport)
        }
    }

    deinit {
        line.withLockedValue { $0.alarm?.cancel() }
    }

    /// Puts a call in line.
    func submit(_ call: AppCall) {
        let pending = PendingCall(call: call, dialogsSeen: receiver.dialogsShown)
        line.withLockedValue { line in
            guard !call.needsRequestor || line.requestorWasSet else {
                line.waiting.append(pending)
                return
            }
            var calls = [pending]
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
        await pendingCalls?.value
    }

    /// The last call in line, which ends after every other.
    var pendingCalls: Task<Void, Never>? { line.withLockedValue(\.last) }

    /// Whether calls wait for a requestor.
    var waitsForRequestor: Bool { line.withLockedValue { !$0.waiting.isEmpty } }

    func takeExchangeReport() async -> ExchangeReport? {
        guard case .success(let session) = session else { return nil }
        return await session.takeExchangeReport()
    }

    /// Whether the SDK waits for time to pass.
    func nextPoll() async -> Date? {
        guard case .success(let session) = session else { return nil }
        return await session.pollPause?.upperBound
    }

    private func perform(_ pending: PendingCall) async {
        do {
            let session = try session.get()
            guard session.app.process.termination == nil else { return }
            try await session.perform(pending.call, dialogsSeen: pending.dialogsSeen) { self.receiver.deliver([$0]) }
            setAlarm(after: await session.pollPause, of: session.app.device.simulation.clock)
        } catch is AppTermination {
            // An app that has ended is told nothing, and asks nothing more.
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Has the engine look again when the simulated clock has left a time.
    ///
    /// Who waits for the SDK to come to rest moves the clock and says so; there no alarm is needed.
    private func setAlarm(after pause: Range<Date>?, of clock: SimulatedClock) {
        guard receiver.delivery == .mainQueue else { return }
        line.withLockedValue { line in
            line.alarm?.cancel()
            line.alarm = pause.map { pause in
                Task { [weak self] in
                    do {
                        guard try await clock.wait(out: pause) else { return }
                    } catch {
                        SimulationTrouble.stop(error)
                    }
                    self?.submit(.timePassed)
                }
            }
        }
    }
}
