import AccessEnabler
import Foundation
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount
import XCTest

/// Two tests in a row, as XCTest runs them, with objects for the whole app.
final class SharedObjectTestCase: XCTestCase {
    private static let accounts = ShippedAccounts()
    nonisolated(unsafe) private static var entitlements: ShippedEntitlements?

    func testDenied() async throws {
        try await withSimulator(profile: CodeWithoutTaskTests.denied) { try await self.check(in: $0, is: .denied, 0) }
    }

    func testSignedIn() async throws {
        try await withSimulator(profile: CodeWithoutTaskTests.signedIn) {
            try await self.check(in: $0, is: .granted, 1)
        }
    }

    /// Asks each object in the test's task and on a queue.
    private func check(in simulator: Simulator, is access: VSAccountAccessStatus, _ authenticated: Int32) async throws {
        let accounts = Self.accounts
        let statement = try simulator.softwareStatement()
        let entitlements = Self.entitlements ?? ShippedEntitlements(statement)
        Self.entitlements = entitlements
        var statuses: [VSAccountAccessStatus] = [await answer { accounts.access($0) }]
        statuses.append(await answer { done in DispatchQueue.global().async { accounts.access(done) } })
        var answers: [Int32] = [await answer { done in DispatchQueue.main.async { entitlements.setRequestor(done) } }]
        answers.append(await answer { entitlements.checkAuthentication($0) })
        answers.append(
            await answer { done in OperationQueue().addOperation { entitlements.checkAuthentication(done) } })
        // Throws, so that it fails where XCTest's own assertions are not heard.
        guard statuses == [access, access], answers == [1, authenticated, authenticated] else {
            throw WrongWorld(description: "\(statuses.map(\.rawValue)) \(answers)")
        }
    }

    private struct WrongWorld: Error, CustomStringConvertible { let description: String }
}

/// Each test has a process of its own, because other tests of this process have simulators too.
@Suite("An object for the whole app", .timeLimit(.minutes(5)))
struct SharedObjectTests {
    @Test("answers from the world of the running test, in the task and on queues")
    func inARow() async {
        await #expect(processExitsWith: .success) {
            try await SharedObjectTestCase(name: "testDenied") { _ in }.testDenied()
            try await SharedObjectTestCase(name: "testSignedIn") { _ in }.testSignedIn()
            try await SharedObjectTestCase(name: "testDenied") { _ in }.testDenied()
        }
    }

    @Test("has a session in each of two simulators that are active at once")
    func alternating() async throws {
        let statement = try Simulator(profile: CodeWithoutTaskTests.denied).softwareStatement()
        let entitlements = ShippedEntitlements(statement)
        try await withSimulator(profile: CodeWithoutTaskTests.signedIn) { _ in
            #expect(await answer { entitlements.setRequestor($0) } == 1)
            #expect(await answer { entitlements.checkAuthentication($0) } == 1)
            try await withSimulator(profile: CodeWithoutTaskTests.denied) { _ in
                #expect(await answer { entitlements.setRequestor($0) } == 1)
                #expect(await answer { entitlements.checkAuthentication($0) } == 0)
            }
            // The requestor is still set.
            #expect(await answer { entitlements.checkAuthentication($0) } == 1)
        }
    }

    @Test("answers an error to what an ended test has left behind, and fails no test")
    func leftover() async throws {
        let goOn = Told<Bool>("end of the test")
        let late = try await withSimulator(profile: CalledBackTests.granted) { _ in
            let manager = ShippedAccounts()
            return Task {
                _ = await goOn.next()
                return await answer { manager.access($0) }
            }
        }
        goOn.tell(true)
        let status: VSAccountAccessStatus = await late.value
        #expect(status == .notDetermined)
    }
}
