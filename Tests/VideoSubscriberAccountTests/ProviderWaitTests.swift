import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimStructuredText
import TestSupport
import Testing
import VideoSubscriberAccount

/// What an app hears while its provider is being asked.
@Suite("A provider that is being asked")
struct ProviderWaitTests {
    /// Providers that tell when they are asked, and answer when they may.
    final class SlowProvider: ProviderConnection {
        let waits = Locked<[Bool]>([])
        let asked = Told<Bool>("question to the provider")
        private let gate = RequestAuthorizer()

        func mayAnswer() async { await gate.open() }

        func answer(_ query: ProviderQuery) async -> ProviderReply {
            waits.withLockedValue { $0.append(query.waits) }
            asked.tell(true)
            await gate.pass()
            return .answered(.init(scheme: .saml, status: "urn:success", body: "<Response/>"))
        }

        func signIn(_ attempt: SignInAttempt) async -> SignInReply {
            waits.withLockedValue { $0.append(attempt.waits) }
            asked.tell(true)
            await gate.pass()
            return .accepted(until: nil)
        }
    }

    @Test("row 19, A-23: a request that is cancelled meanwhile completes as cancelled after the answer, without it")
    func cancelled() async throws {
        let provider = SlowProvider()
        let world = try TestDevice(connection: provider).granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let request = EnqueuedRequest(world.manager()) { $0.attributeNames = ["uid"] }
        _ = await provider.asked.next()
        request.result.cancel()
        #expect(request.count == 0)
        await provider.mayAnswer()
        let answer = try #require(await request.answer())
        #expect(answer.error?.code == .userCancelled && !answer.hasMetadata)
        #expect(try world.device.simulation.journal.entries().map(\.text).contains { $0.event == "attributeQuery" })
        // The next request finds the line free, and is heard once too.
        #expect(await world.manager().answer { $0.attributeNames = ["uid"] }.samlResponse == "<Response/>")
        #expect(request.count == 1)
    }

    @Test(
        "waits without a limit if the developer switch disables timeouts, at a sign-in and at an attribute query",
        arguments: [true, false])
    func timeouts(areDisabled: Bool) async throws {
        let provider = SlowProvider()
        await provider.mayAnswer()
        let world = try TestDevice(connection: provider).granted()
        try world.device.updateSettings { $0.developer.requestTimeoutsDisabled = areDisabled }
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.attributeNames = ["uid"]
        }
        #expect(answer.samlResponse == "<Response/>")
        #expect(provider.waits.withLockedValue { $0 } == [areDisabled, areDisabled])
    }
}
