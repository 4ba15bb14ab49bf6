public import AccessEnabler
public import Foundation
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimulator

/// A delegate that records the SDK's callbacks, for tests of an app's own code.
///
/// The recording delegate forwards every callback to the app's own delegate:
///
/// ```swift
/// let delegate = RecordingDelegate(of: model.enabler)
/// model.signIn()
/// try await delegate.next("setAuthenticationStatus(1, …)")
/// #expect(model.isSignedIn)
/// try delegate.expect(["setRequestorComplete(1)", "setAuthenticationStatus(1, …)"])
/// ```
///
/// The SDK has weak references to its delegates, and the recording delegate has a weak reference to the app's own. The
/// test must keep strong references to both.
///
/// The profile's `viewer` does not act in your app's own picker or on its pages. It does so only for an app of
/// ``/TVSimulatorTesting/TVSimulator/Simulator/launch()``. The test acts as the user instead, with ``page`` and
/// ``code``.
public final class RecordingDelegate: NSObject, EntitlementDelegate, EntitlementStatus, Sendable {
    /// The references to the app's own delegates and to its SDK object.
    ///
    /// The conformance to `Sendable` is unchecked: the references are set once, and used where the SDK calls its
    /// delegate.
    private struct Forwarding: @unchecked Sendable {
        weak var delegate: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
        /// The SDK object that calls the delegates; `nil` if it is unknown.
        weak var enabler: AccessEnabler?
    }

    private let forwarding: Locked<Forwarding>
    private let recorded: RecordedCallbacks
    private let recorder: CallbackRecorder

    /// Creates a delegate without recorded callbacks.
    ///
    /// - Parameter delegate: The app's own delegate, which receives every callback. It also receives the statuses if it
    ///   conforms to `EntitlementStatus`. `nil` to record without forwarding.
    public init(forwardingTo delegate: (any EntitlementDelegate)? = nil) {
        let recorded = RecordedCallbacks()
        self.recorded = recorded
        recorder = CallbackRecorder(noting: { recorded.append($0) })
        forwarding = Locked(
            Forwarding(delegate: delegate, status: delegate as? any EntitlementStatus))
    }

    /// Creates a delegate that replaces both delegates of an SDK object, and forwards to them.
    ///
    /// - Parameter enabler: The app's SDK object, with its delegates set.
    public convenience init(of enabler: AccessEnabler) {
        self.init()
        let replaced = Forwarding(delegate: enabler.delegate, status: enabler.statusDelegate, enabler: enabler)
        forwarding.withLockedValue { $0 = replaced }
        enabler.delegate = self
        enabler.statusDelegate = self
    }

    /// All callbacks so far in their text form, in order.
    public var callbacks: [String] { recorded.callbacks.map(\.text) }

    /// Returns the last media token that the app received for a resource.
    ///
    /// - Parameter resource: The resource, as the app passed it to `getAuthorization`.
    /// - Returns: The token; `nil` if the app has received none.
    public func mediaToken(for resource: String) -> String? { recorder.mediaTokens[resource] }

    /// The URL of the last `navigate(toUrl:)`; `nil` if the SDK has not asked for a page.
    public var page: String? { recorded.callbacks.reversed().lazy.compactMap(\.pageAddress).first }

    /// The registration code for a second screen, from the last status `REGCODE`; `nil` without such a status.
    ///
    /// ```swift
    /// try await delegate.next("status(REGCODE)")
    /// try await simulator.activate(try #require(delegate.code), as: "erin")
    /// ```
    public var code: String? { recorded.callbacks.reversed().lazy.compactMap(\.registrationCode).first }

    /// Waits for the next callback that matches a line, and skips the callbacks before it.
    ///
    /// The method returns immediately if the callback has already arrived. The app's own delegate has received the
    /// callback when the method returns.
    ///
    /// - Parameters:
    ///   - callback: A callback in its text form, as in `expect` of a profile. `…` as an argument matches one argument.
    ///     `…` alone matches any callback except `sendTrackingData`.
    ///   - limit: The timeout in real time; `nil` to wait until the task is cancelled. Set it in XCTest, where a test
    ///     has no time limit by default.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The callback in its text form.
    /// - Throws: ``/TVSimulator/SimulatorError``; its details list the callbacks received instead. The code is
    ///   `timedOut` if the timeout expires, and `cancelled` if the waiting task is cancelled, for example by the time
    ///   limit of a test. If no callback can match the line, the method throws the error immediately, with the code
    ///   `malformed`.
    @discardableResult
    public func next(
        _ callback: String, within limit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> String {
        let place = "\(fileID):\(line)"
        let pattern = try SimulatorError.converting(at: place) { try CallbackPattern(awaiting: callback) }
        let recorded = recorded
        return try await LimitedWait.wait(within: limit) {
            try await recorded.next(pattern).text
        } failing: { end in
            let waits = await forwarding.withLockedValue { $0 }.enabler?.waits() ?? []
            return end.error(
                awaiting: pattern.text,
                details: [CallbackMismatch.list("received", recorded.unread.map(\.text))]
                    + waits.map { "note: \($0)" },
                at: place)
        }
    }

    /// Compares the callbacks since the last comparison with the expected ones.
    ///
    /// The comparison ends at the last callback that ``next(_:within:fileID:line:)`` has returned since then. If it has
    /// returned none, all callbacks are compared.
    ///
    /// - Parameters:
    ///   - lines: The expected callbacks in their text form, as in `expect` of a profile. `…` as an argument matches
    ///     one argument. A line `…` matches any number of callbacks. `sendTrackingData` is compared only if a line
    ///     names it.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``CallbackMismatch`` with every difference if the callbacks differ.
    public func expect(_ lines: [String], fileID: String = #fileID, line: Int = #line) throws {
        try CallbackMismatch.check(lines, callbacks: recorded.takeUncompared(), at: "\(fileID):\(line)")
    }

    /// Returns the callbacks that a comparison covers, and marks them as compared.
    func takeUncompared() -> [ReceivedCallback] { recorded.takeUncompared() }

    /// Forwards a callback to the app's own delegate, then records it and resumes a task that waits for it.
    func pass(_ callback: (any EntitlementDelegate) -> Void) {
        if let delegate = forwarding.withLockedValue({ $0 }).delegate { callback(delegate) }
        callback(recorder)
    }

    /// Forwards a status to the app's own status delegate, then records it and resumes a task that waits for it.
    func passStatus(_ callback: (any EntitlementStatus) -> Void) {
        if let delegate = forwarding.withLockedValue({ $0 }).status { callback(delegate) }
        callback(recorder)
    }
}
