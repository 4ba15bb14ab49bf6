import AccessEnabler
import TVSimulatorTesting
import Testing
import XCTest

/// What a user's test looks like in XCTest.
final class StreamTestCase: XCTestCase {
    /// An XCTestCase is not `Sendable`: the bodies may use it nevertheless.
    private let requestor = "REF30"

    func testWatches() async throws {
        try await withSimulator(profile: LaunchedAppTests.signedIn) { simulator in
            let app = simulator.launch()
            try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor(self.requestor) }
            try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
            let token = await app.mediaToken(for: "REF30")
            // Throws, so that it fails where XCTest's own assertions are not heard.
            _ = try XCTUnwrap(token)
        }
    }
}

@Suite("In XCTest", .timeLimit(.minutes(5)))
struct XCTestTests {
    @Test("the same calls compile and pass, and fail by throwing")
    func passes() async throws {
        let test = StreamTestCase(name: "testWatches") { _ in }
        try await test.testWatches()
    }
}
