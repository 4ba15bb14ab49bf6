import Foundation
import FoundationNetworking
import TVSimulatorTesting
import Testing

@testable import PassClient

@Test(.simulator(), .rules(failOn: .mandatory)) func signsInAndMayWatch() async throws {
    let simulator = try Simulator.current
    let client = PassClient(requestor: "REF30", softwareStatement: try simulator.softwareStatement())
    let page = try await client.startSignIn(with: "Cablevision")
    #expect(try await client.user(of: "Cablevision") == nil)

    #expect(try await simulator.visit(page.absoluteString, as: "alice") == "https://example.com/signed-in")

    #expect(try await client.user(of: "Cablevision") == "alice-1")
    #expect(try await client.mayWatch("REF30", with: "Cablevision"))
}

@Test(.simulator(), .rules(failOn: .mandatory)) func isSignedOutAfterAMonth() async throws {
    let simulator = try Simulator.current
    let client = PassClient(requestor: "REF30", softwareStatement: try simulator.softwareStatement())
    let page = try await client.startSignIn(with: "Cablevision")
    _ = try await simulator.visit(page.absoluteString, as: "alice")

    try simulator.perform("advance: 30d")

    #expect(try await client.user(of: "Cablevision") == nil)
}

@Test(.simulator(), .rules(failOn: .mandatory)) func retriesOnceWhenTheServiceIsUnavailable() async throws {
    let simulator = try Simulator.current
    let client = PassClient(requestor: "REF30", softwareStatement: try simulator.softwareStatement())
    try simulator.perform("fault: {at: service.sessions, error: 503, times: 1}")
    #expect(try await client.startSignIn(with: "Cablevision").path.contains("/authenticate/"))

    try simulator.perform("fault: {at: service.sessions, error: 503}")
    await #expect(throws: PassClient.Refusal(status: 503)) { try await client.startSignIn(with: "Cablevision") }
}

/// A session with a configuration of its own takes that of the simulator.
@Test(.simulator(), .rules(failOn: .mandatory)) func hasASessionOfItsOwn() async throws {
    let simulator = try Simulator.current
    let configuration = simulator.urlSessionConfiguration
    configuration.timeoutIntervalForRequest = 5
    let client = PassClient(
        requestor: "REF30", softwareStatement: try simulator.softwareStatement(),
        session: URLSession(configuration: configuration))
    #expect(try await client.user(of: "Cablevision") == nil)
}

@Test(.simulator(), .rules(failOn: .mandatory)) func watchesForTenMinutes() async throws {
    let simulator = try Simulator.current
    try simulator.perform("service: {requestors: {REF30: {integrations: {TempPass: {tempPass: {duration: 10m}}}}}}")
    let client = PassClient(requestor: "REF30", softwareStatement: try simulator.softwareStatement())
    #expect(try await client.mayWatch("REF30", with: "TempPass"))

    try simulator.perform("advance: 10m")

    #expect(try await !client.mayWatch("REF30", with: "TempPass"))
}
