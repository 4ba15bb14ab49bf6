import AccessEnabler
import TVSimulator
import Testing

/// The line in which an app's calls stand.
@Suite("The calls of an app that drops its SDK object")
struct CallLineTests {
    /// Unchecked: read after the object's maker has returned.
    private final class Reference: @unchecked Sendable {
        weak var enabler: AccessEnabler?
    }

    @Test("are all carried out, and do not keep the object alive afterwards")
    func dropped() async throws {
        let simulator = try Simulator(profile: PreauthorizeTests.signedIn)
        let statement = try simulator.softwareStatement()
        let reference = Reference()
        let (answers, answer) = AsyncStream.makeStream(of: [Bool].self)
        await simulator.run {
            let enabler = AccessEnabler(statement)
            reference.enabler = enabler
            enabler.setRequestor("REF30")
            enabler.preauthorize(
                PreauthorizeRequest.Builder().setResources(resources: ["REF30"]).build(),
                didCompleteWith: AccessEnablerCallback(
                    onResponse: { answer.yield($0.getDecisions().map { $0.isAuthorized() }) },
                    onFailure: { _ in answer.yield([]) }))
        }
        #expect(reference.enabler == nil)
        #expect(await answers.first { _ in true } == [true])
    }
}
