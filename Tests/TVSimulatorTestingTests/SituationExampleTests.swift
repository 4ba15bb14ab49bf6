import AccessEnabler
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

/// A ninth of the matrix: `CookbookDecisionTableTests` runs every situation, and these tests are about the trait.
private enum SituationMatrix {
    static let appleSSO = Array(TVSimulatorTesting.SituationMatrix.appleSSO)[each: Thoroughness.part(9, ci: 9), from: 0]
}

/// The tests of the how-to TestEverySituation, as their reader writes them.
@Suite(.timeLimit(.minutes(5))) struct SituationExampleTests {
    @Test(.simulator(matrix: .appleSSO), arguments: SituationMatrix.appleSSO)
    func setsItsRequestor(in situation: Situation) async throws {
        let app = try await Simulator.current.launch(in: situation)
        try await app.expect(.setRequestor, in: situation) { $0.setRequestor("REF30") }
    }

    @Test(.simulator(matrix: .appleSSO), arguments: SituationMatrix.appleSSO)
    func knowsWhetherItHasAccess(in situation: Situation) async throws {
        try await Simulator.current.enter(situation)
        let status = try? await VSAccountManager().checkAccessStatus(options: [:])
        #expect((status == .granted) == (situation.access == .granted))
    }
}
