import AccessEnabler
import Foundation
import TVSimulatorTesting
import Testing

@Suite("A failed expectation", .timeLimit(.minutes(5)))
struct CallbackMismatchTests {
    @Test("reports the location, every difference, both lists, and where the silent exchange stopped")
    func launchedApp() async throws {
        try await withSimulator { simulator in
            try simulator.perform("permission: denied")
            let app = simulator.launch()
            let mismatch = await #expect(throws: CallbackMismatch.self) {
                try await app.expect(["setRequestorComplete(0)", "setToken(REF30)"], line: 7) {
                    $0.setRequestor("REF30")
                }
            }
            #expect(
                try #require(mismatch).description == """
                    TVSimulatorTestingTests/CallbackMismatchTests.swift:7: the callbacks differ from the expected ones
                    - callback 1: unexpected status(VSA403)
                    - callback 2: expected setRequestorComplete(0), received setRequestorComplete(1)
                    - setToken(REF30) is missing (at the end)
                    expected:
                        setRequestorComplete(0)
                        setToken(REF30)
                    received:
                        status(VSA403)
                        setRequestorComplete(1)
                    note: the silent exchange stopped at permissionGranted: access is denied
                    """)
        }
    }

    @Test("says 'none' if no callback was received or expected")
    func nothing() throws {
        let delegate = RecordingDelegate()
        let missing = #expect(throws: CallbackMismatch.self) { try delegate.expect(["setToken(A)"]) }
        #expect(try #require(missing).differences == ["setToken(A) is missing (at the end)"])
        #expect(try #require(missing).description.hasSuffix("received: none"))
        delegate.setRequestorComplete(1)
        let extra = #expect(throws: CallbackMismatch.self) { try delegate.expect([]) }
        #expect(try #require(extra).callbacks == ["setRequestorComplete(1)"])
        #expect(try #require(extra).description.contains("\nexpected: none\n"))
    }

    @Test("ignores tracking unless a line names it")
    func tracking() throws {
        let delegate = RecordingDelegate()
        delegate.sendTrackingData(["a", "b"], forEventType: TRACKING_AUTHENTICATION)
        delegate.setRequestorComplete(1)
        let mismatch = #expect(throws: CallbackMismatch.self) {
            try delegate.expect(["sendTrackingData(authorization, …)", "setRequestorComplete(1)"])
        }
        #expect(
            try #require(mismatch).differences == [
                "callback 1: expected sendTrackingData(authorization, …), "
                    + "received sendTrackingData(authentication, \"a\", \"b\")"
            ])
    }

    @Test("rejects three dots instead of an ellipsis, and has a localized description")
    func dots() throws {
        let mismatch = try #require(throws: CallbackMismatch.self) {
            try RecordingDelegate().expect(["status(...)"])
        }
        #expect(
            mismatch.differences == [
                "cannot parse the expectation: invalid placeholder '...' in 'status(...)'; did you mean '…'?"
            ])
        #expect(mismatch.localizedDescription == mismatch.description)
    }

    @Test("reports what is wrong with an invalid line")
    func unreadable() throws {
        let mismatch = #expect(throws: CallbackMismatch.self) {
            try RecordingDelegate().expect(["setRequestorCompleted(1)"])
        }
        #expect(
            try #require(mismatch).differences == [
                "cannot parse the expectation: unknown callback 'setRequestorCompleted'; "
                    + "did you mean 'setRequestorComplete'?"
            ])
    }
}
