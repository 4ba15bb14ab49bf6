import TVSimDevice
import TestSupport
import Testing
import VideoSubscriberAccount

/// The order in which requests of one device are answered.
///
/// Differences, A-52 and A-56.
@Suite struct RequestOrderTests {
    /// A device on which nobody is signed in, and nobody answers the system's interface.
    private func withPicker() throws -> (TestDevice, VSAccountManager, RecordingDelegate) {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        return (world, manager, delegate)
    }

    @Test("one interface at a time: a second request waits until the first is answered")
    func oneAtATime() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let managers = [world.manager(), world.manager()]
        let delegate = RecordingDelegate()
        let answers = Told<Int>("answer")
        for (number, manager) in managers.enumerated() {
            manager.delegate = delegate
            let request = VSAccountMetadataRequest()
            request.isInterruptionAllowed = true
            manager.enqueue(request) { _, _ in answers.tell(number) }
        }
        for number in 0...1 {
            let interface = try await world.nextInterface()
            #expect(delegate.calls.filter { $0 == "present" }.count == number + 1)
            #expect(delegate.calls.filter { $0 == "dismiss" }.count == number)
            _ = await interface.act(.cancel)
            #expect(await answers.next() == number)
        }
    }

    @Test("an unanswered interface blocks neither another device nor the access checks of its own device")
    func doesNotHoldUpOthers() async throws {
        let (world, manager, delegate) = try withPicker()
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        let other = try TestDevice().granted()
        try other.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let otherManager = other.manager()
        otherManager.delegate = delegate
        #expect(await otherManager.answer { $0.isInterruptionAllowed = true }.provider == "Dish")
        #expect(try await world.manager().checkAccessStatus() == .granted)
        _ = await interface.act(.cancel)
        #expect(await answered.error?.code == .userCancelled)
    }

    @Test(
        "a request that allows no interruption is answered while an interface is up, and behind one that waits for it")
    func silentBehindInterface() async throws {
        let (world, manager, delegate) = try withPicker()
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        #expect(await world.manager().answer().error?.code == .providerRejected)

        let waiting = world.manager()
        waiting.delegate = delegate
        let request = EnqueuedRequest(waiting) { $0.isInterruptionAllowed = true }
        await world.device.requests.decided()
        #expect(await world.manager().answer().error?.code == .providerRejected)
        #expect(interface.page != nil)

        _ = await interface.act(.cancel)
        #expect(await answered.error?.code == .userCancelled)
        _ = try await world.nextInterface().act(.cancel)
        #expect(await request.answer()?.error?.code == .userCancelled)
        #expect(world.device.requests.isIdle)
    }

    @Test("once the interface has gone, requests are answered in their order again", arguments: 0..<10)
    func orderAfterInterface(_: Int) async throws {
        let (world, manager, delegate) = try withPicker()
        let managers = [manager] + (1...4).map { _ in world.manager() }
        let answers = Told<Int>("answer")
        func enqueue(_ number: Int, mayInterrupt: Bool) {
            managers[number].delegate = delegate
            let request = VSAccountMetadataRequest()
            request.isInterruptionAllowed = mayInterrupt
            managers[number].enqueue(request) { _, _ in answers.tell(number) }
        }
        for number in 0...3 { enqueue(number, mayInterrupt: true) }
        let interface = try await world.nextInterface()
        _ = await interface.act(.choose("Dish"))
        #expect(await interface.act(.signIn(as: "alice", password: nil)) == .ended)
        enqueue(4, mayInterrupt: false)
        #expect(await answers.next(managers.count) == [0, 1, 2, 3, 4])
    }

    @Test("a request that was answered without an interface blocks no other request")
    func noInterfaceNeeded() async throws {
        let (world, manager, delegate) = try withPicker()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        for _ in 0..<3 { #expect(await manager.answer { $0.isInterruptionAllowed = true }.provider == "Cablevision") }
        #expect(delegate.calls.isEmpty)
    }

    @Test("a process that ends withdraws its requests that wait behind another process's interface")
    func endedProcess() async throws {
        let (world, manager, delegate) = try withPicker()
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        let process = SimulatedProcess()
        let app = RunningApp(device: world.device, bundleID: world.bundleID, process: .simulated(process))
        let other = RunningApp.$current.withValue(app) { VSAccountManager() }
        other.delegate = delegate
        async let waited = other.answer { $0.isInterruptionAllowed = true }
        await world.device.requests.untilHeld(of: process)
        #expect(world.device.requests.isHeld(of: process))
        await world.device.requests.withdraw(of: process)
        #expect(await waited.error?.code == .userCancelled)
        #expect(!world.device.requests.isHeld(of: process))
        #expect(interface.page != nil)
        _ = await interface.act(.cancel)
        #expect(await answered.error?.code == .userCancelled)
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("A7: with synchronous completion, too, a request waits for those before it")
    func synchronousInTurn() async throws {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        try world.setBehaviour { $0.completion = .synchronous }
        #expect(await Self.orderBehindAnother(world) == ["returned", "completed"])
    }

    /// Asks for metadata behind a request that is answered only then, and returns which came first: the call's return, or
    /// its completion.
    static func orderBehindAnother(_ world: TestDevice) async -> [String] {
        let manager = world.manager()
        let order = Calls()
        let gate = RequestAuthorizer()
        world.device.requests.enqueue(StandingRequest(), mayInterrupt: false) { _ in await gate.pass() }
        await awaiting("answer to the request behind another") { done in
            manager.enqueue(VSAccountMetadataRequest()) { _, _ in
                order.add("completed")
                done.resume()
            }
            order.add("returned")
            Task { await gate.open() }
        }
        return order.all
    }
}
