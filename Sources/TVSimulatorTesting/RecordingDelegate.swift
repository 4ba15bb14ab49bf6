public import AccessEnabler
public import Foundation
import NIOConcurrencyHelpers
import Scenario
import TVSimulator

/// A delegate that writes down what the SDK tells an app, for tests of the app's own code.
///
/// It stands between the SDK and the app's own delegate, which receives everything as before:
///
/// ```swift
/// let delegate = RecordingDelegate(of: model.enabler)
/// model.signIn()
/// try await delegate.next("setAuthenticationStatus(1, …)")
/// #expect(model.isSignedIn)
/// try delegate.expect(["setRequestorComplete(1)", "setAuthenticationStatus(1, …)"])
/// ```
///
/// The SDK holds its delegates weakly, and so does this one: the test keeps both.
///
/// The profile's `viewer` chooses in no picker of the app's own code, and signs in on none of its pages: that person is there
/// for apps of ``/TVSimulatorTesting/TVSimulator/Simulator/launch()`` alone. Here the test is the person, with ``page`` and ``code``.
public final class RecordingDelegate: NSObject, EntitlementDelegate, EntitlementStatus, Sendable {
    /// Unchecked: the references are set once, and called where the SDK calls.
    private struct Forwarding: @unchecked Sendable {
        weak var delegate: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
        /// The SDK that tells them; `nil`: it is not known.
        weak var enabler: AccessEnabler?
    }

    private let forwarding: NIOLockedValueBox<Forwarding>
    private let recorded: RecordedCallbacks
    private let recorder: CallbackRecorder

    /// Creates a delegate that was told nothing yet.
    ///
    /// - Parameter delegate: The app's own, which is told everything, and the statuses too where it takes them; `nil`:
    ///   there is none.
    public init(forwardingTo delegate: (any EntitlementDelegate)? = nil) {
        let recorded = RecordedCallbacks()
        self.recorded = recorded
        recorder = CallbackRecorder(noting: { recorded.append($0) })
        forwarding = NIOLockedValueBox(
            Forwarding(delegate: delegate, status: delegate as? any EntitlementStatus))
    }

    /// Creates a delegate that takes the place of the SDK's, and forwards to them.
    ///
    /// - Parameter enabler: The SDK of the app.
    public convenience init(of enabler: AccessEnabler) {
        self.init()
        let replaced = Forwarding(delegate: enabler.delegate, status: enabler.statusDelegate, enabler: enabler)
        forwarding.withLockedValue { $0 = replaced }
        enabler.delegate = self
        enabler.statusDelegate = self
    }

    /// The callbacks so far, in their text form and order.
    public var callbacks: [String] { recorded.callbacks.map(\.text) }

    /// The media token that came last for a resource; `nil`: none.
    public func mediaToken(for resource: String) -> String? { recorder.mediaTokens[resource] }

    /// The page that the app was last told to show by `navigate(toUrl:)`; `nil`: none.
    public var page: String? { recorded.callbacks.reversed().lazy.compactMap(\.pageAddress).first }

    /// The code for a second screen that the app was last told to show, by a status `REGCODE`; `nil`: none.
    ///
    /// ```swift
    /// try await delegate.next("status(REGCODE)")
    /// try await simulator.activate(try #require(delegate.code), as: "erin")
    /// ```
    public var code: String? { recorded.callbacks.reversed().lazy.compactMap(\.registrationCode).first }

    /// Waits for the next callback that is what a line says, unless it has come already; those before it are skipped.
    ///
    /// The app's own delegate has been told of it then.
    ///
    /// - Parameters:
    ///   - callback: A callback in its text form, as in `expect` of a profile: `…` stands for one argument, alone for any
    ///     callback but `sendTrackingData`.
    ///   - limit: How long to wait, by the wall clock; `nil`: until the test ends. XCTest has no time limit of its own.
    ///   - fileID: The file that a failure names.
    ///   - line: The line that a failure names.
    /// - Returns: The callback in its text form.
    /// - Throws: ``/TVSimulator/SimulatorError`` when it does not come in that time or the waiting task is cancelled, as a test's
    ///   time limit does, with what came instead; at once when no callback ever is what the line says.
    @discardableResult
    public func next(
        _ callback: String, within limit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> String {
        let place = "\(fileID):\(line)"
        let pattern = try SimulatorError.telling(at: place) { try CallbackPattern(awaiting: callback) }
        let recorded = recorded
        return try await LimitedWait.wait(within: limit) {
            try await recorded.next(pattern).text
        } failing: { end in
            let waits = forwarding.withLockedValue { $0 }.enabler?.waitsForRequestor ?? false
            return end.error(
                awaiting: pattern.text,
                details: [CallbackMismatch.list("came", recorded.unread.map(\.text))]
                    + (waits ? ["note: \(StepNote.callsWaitForRequestor)"] : []),
                at: place)
        }
    }

    /// Compares callbacks with what they must be: those since the last comparison, up to the one that
    /// ``next(_:within:fileID:line:)`` has returned since; all of them where it has returned none.
    ///
    /// - Parameters:
    ///   - lines: The callbacks in their text form, as in `expect` of a profile: `…` stands for one argument, alone for any
    ///     run of callbacks, and `sendTrackingData` is compared only where a line names it.
    ///   - fileID: The file that a failure names.
    ///   - line: The line that a failure names.
    /// - Throws: ``CallbackMismatch`` where something differs, with every difference.
    public func expect(_ lines: [String], fileID: String = #fileID, line: Int = #line) throws {
        try CallbackMismatch.check(lines, callbacks: recorded.takeUncompared(), at: "\(fileID):\(line)")
    }

    /// Tells the app's own delegate something, and then whoever waits for it.
    func pass(_ callback: (any EntitlementDelegate) -> Void) {
        if let delegate = forwarding.withLockedValue({ $0 }).delegate { callback(delegate) }
        callback(recorder)
    }

    /// Tells the app's own delegate a status, and then whoever waits for it.
    func passStatus(_ callback: (any EntitlementStatus) -> Void) {
        if let delegate = forwarding.withLockedValue({ $0 }).status { callback(delegate) }
        callback(recorder)
    }
}
