import Foundation
import TVSimCore
import TVSimDevice
import TestSupport
import Testing
import VideoSubscriberAccount

/// Cancellation and failures while the system's interface is open.
///
/// Differences, A-23 and A-57.
@Suite struct InterfaceTests {
    // MARK: - Row 19

    @Test("row 19: cancelled while the interface is up: dismissed, then completed once as cancelled")
    func cancelledDuring() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let request = VSAccountMetadataRequest()
        request.isInterruptionAllowed = true
        let answers = Told<(Answer, [String])>("answer")
        let result = manager.enqueue(request) { metadata, error in
            answers.tell((Answer(metadata, error), delegate.calls))
        }
        let interface = try await world.nextInterface()
        result.cancel()
        result.cancel()
        let (answer, calls) = try #require(await answers.next())
        #expect(answer.error?.code == .userCancelled)
        #expect(calls == ["present", "dismiss"])
        #expect(interface.page == nil)
        result.cancel()
        // Whatever came after would come before this.
        _ = await manager.answer()
        #expect(answers.unread.isEmpty)
    }

    struct Moment: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fromGate: Bool
    }

    @Test(
        "row 19: cancelled from within the delegate, while a scripted user answers: no user is signed in",
        arguments: [
            Moment(testDescription: "from present", fromGate: false),
            Moment(testDescription: "from the gate", fromGate: true),
        ])
    func cancelledFromDelegate(moment: Moment) async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let result = Holder()
        let delegate = RecordingDelegate(
            whenPresented: { _ in if !moment.fromGate { result.cancel() } },
            whenAsked: { if moment.fromGate { result.cancel() } })
        manager.delegate = delegate
        // The request waits until its result is there to be cancelled.
        let gate = RequestAuthorizer()
        world.device.requests.enqueue(StandingRequest(), mayInterrupt: false) { _ in await gate.pass() }
        let request = VSAccountMetadataRequest()
        request.isInterruptionAllowed = true
        let answer = await awaiting("answer", otherwise: Answer(nil, nil)) { continuation in
            result.keep(
                manager.enqueue(request) { metadata, error in
                    continuation.resume(returning: Answer(metadata, error))
                })
            Task { await gate.open() }
        }
        #expect(answer.error?.code == .userCancelled)
        #expect(try world.device.account() == nil)
        #expect(delegate.calls.last == "dismiss")
    }

    @Test("row 19: a request that waits behind an interface is cancelled at once, and once")
    func cancelledWhileWaiting() async throws {
        let (world, manager, delegate) = try TestDevice.withViewerAway()
        async let first = manager.answer {
            $0.isInterruptionAllowed = true
            $0.forceAuthentication = true
        }
        let interface = try await world.nextInterface()
        let second = world.manager()
        let waiting = EnqueuedRequest(second) { $0.isInterruptionAllowed = true }
        waiting.result.cancel()
        #expect(await waiting.answer()?.error?.code == .userCancelled)
        #expect(interface.page != nil)
        _ = await interface.act(.cancel)
        _ = await first
        _ = await second.answer()
        #expect(waiting.count == 1)
        withExtendedLifetime(delegate) {}
    }

    @Test("a user can begin to answer while the picker is open")
    func viewerChanges() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        _ = try await world.nextInterface()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        #expect(await answered.provider == "Dish")
    }

    @Test("row 19: cancelled after completion does nothing")
    func cancelledAfter() async throws {
        let (_, manager, _) = try TestDevice.withViewerAway()
        let request = EnqueuedRequest(manager)
        #expect(await request.answer()?.hasMetadata == true)
        request.result.cancel()
        _ = await manager.answer()
        #expect(request.count == 1)
    }

    @Test("row 19, setting: a device that ignores the cancellation continues")
    func cancellationIgnored() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        try world.setBehaviour { $0.cancellation = .ignored }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let request = EnqueuedRequest(manager) { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        request.result.cancel()
        _ = await interface.act(.choose("Dish"))
        _ = await interface.act(.signIn(as: "alice", password: nil))
        #expect(await request.answer()?.hasMetadata == true)
    }

    // MARK: - Trouble

    @Test("a fault in the middle of the picker ends it with its code", arguments: VSError.Code.faultNames)
    func fault(name: String) async throws {
        let world = try TestDevice().granted()
        try world.device.simulation.faults.add(Fault(operation: .interface, error: name, after: 1, times: 1))
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer { $0.isInterruptionAllowed = true }
        #expect(answer.error.map { "\($0.code)" } == name)
        #expect(delegate.calls == ["present", "should authenticate Dish", "dismiss"])
        // It was to strike once.
        let again = await manager.answer { $0.isInterruptionAllowed = true }
        #expect(again.provider == "Dish")
    }

    @Test(
        "a fault without a number occurs every time: before a request presents anything, or on its interface",
        arguments: [FaultOperation.enqueue, .interface], VSError.Code.faultNames)
    func lastingFault(of operation: FaultOperation, name: String) async throws {
        let world = try TestDevice().granted()
        try world.device.simulation.faults.add(Fault(operation: operation, error: name))
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        for _ in 1...3 {
            let answer = await manager.answer { $0.isInterruptionAllowed = true }
            #expect(answer.error.map { "\($0.code)" } == name)
        }
        #expect(delegate.calls.isEmpty == (operation == .enqueue))
        #expect(try world.device.account() == nil)
    }

    @Test("permission revoked while the picker is open: the sign-in stays, and the app gets no information about it")
    func permissionWithdrawn() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        try world.device.setPermission(.denied, for: world.bundleID)
        _ = await interface.act(.choose("Dish"))
        _ = await interface.act(.signIn(as: "alice", password: nil))
        #expect(await answered.error?.code == .accessNotGranted)
        #expect(try world.device.account()?.provider == "Dish")
    }

    @Test("a delegate that is deallocated before the request's turn counts as missing: row 5")
    func delegateGone() async throws {
        let world = try TestDevice().granted()
        let manager = world.manager()
        let gate = RequestAuthorizer()
        world.device.requests.enqueue(StandingRequest(), mayInterrupt: false) { _ in await gate.pass() }
        var delegate: RecordingDelegate? = RecordingDelegate()
        manager.delegate = delegate
        let request = EnqueuedRequest(manager) { $0.isInterruptionAllowed = true }
        delegate = nil
        _ = delegate
        await gate.open()
        #expect(await request.answer()?.error?.code == .providerRejected)
    }
}

/// A result that is there before or after somebody wants to cancel it.
final class Holder: @unchecked Sendable {
    private let lock = NSLock()
    private var result: VSAccountManagerResult?

    func keep(_ result: VSAccountManagerResult) { lock.withLock { self.result = result } }
    func cancel() { lock.withLock { result }?.cancel() }
}
