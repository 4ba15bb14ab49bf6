import Foundation
import TVSimCore
import TVSimDevice
import TVSimStructuredText
import TestSupport
import Testing
import VideoSubscriberAccount

/// The open questions of Apple's framework: the default answer, and the answer of each device setting.
///
/// Differences, A-1.
@Suite struct KnobTests {
    private func signedIn(expires: Date? = nil) throws -> TestDevice {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: expires)
        return world
    }

    @Test("A1: signed out, no interruption allowed: rejected, or empty metadata", arguments: [true, false])
    func signedOut(withDelegate: Bool) async throws {
        let world = try TestDevice().granted()
        let manager = world.manager()
        let delegate = RecordingDelegate()
        if !withDelegate { manager.delegate = nil } else { manager.delegate = delegate }
        // With a delegate interruption is not allowed; without one it is, and cannot be.
        let refused = await manager.answer { $0.isInterruptionAllowed = !withDelegate }
        #expect(refused.error?.code == .providerRejected)
        try world.setBehaviour { $0.signedOut = .emptyMetadata }
        let empty = await manager.answer { $0.isInterruptionAllowed = !withDelegate }
        #expect(empty.hasMetadata)
        #expect(empty.provider == nil)
        #expect(empty.error == nil)
    }

    @Test("A2: access undecided: refused, or the user is asked and the request is answered")
    func undetermined() async throws {
        let world = TestDevice()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        try world.setViewer { $0.accessPrompt = .allow }
        let manager = world.manager()
        #expect(await manager.answer { $0.isInterruptionAllowed = true }.error?.code == .accessNotGranted)
        #expect(try world.device.permission(for: world.bundleID) == .notDetermined)
        try world.setBehaviour { $0.undeterminedAccess = .prompt }
        #expect(await manager.answer().error?.code == .accessNotGranted)
        #expect(await manager.answer { $0.isInterruptionAllowed = true }.provider == "Cablevision")
        #expect(try world.device.permission(for: world.bundleID) == .granted)
    }

    @Test("A2: a user who ignores the alert is asked once for one request")
    func ignored() async throws {
        let world = TestDevice()
        try world.setBehaviour { $0.undeterminedAccess = .prompt }
        let answer = await world.manager().answer { $0.isInterruptionAllowed = true }
        #expect(answer.error?.code == .accessNotGranted)
    }

    @Test("A3: the date of an expired account: in the past, or none")
    func expiredDate() async throws {
        let end = Date(timeIntervalSince1970: 1_700_000_000)
        let world = try signedIn(expires: end)
        let manager = world.manager()
        #expect(await manager.answer().expires == end)
        try world.setBehaviour { $0.expiredDate = .none }
        let answer = await manager.answer()
        #expect(answer.provider == "Cablevision")
        #expect(answer.expires == nil)
    }

    @Test("simulateExpiredToken: an account that has not expired is shown with a date in the past")
    func simulateExpired() async throws {
        let world = try signedIn(expires: .distantFuture)
        try world.device.updateSettings { $0.developer.simulateExpiredToken = true }
        let manager = world.manager()
        let expires = try #require(await manager.answer().expires)
        #expect(try expires < world.device.simulation.clock.now())
        #expect(await manager.answer { $0.attributeNames = ["uid"] }.error?.code == .providerRejected)
        try world.device.updateSettings { $0.developer.simulateExpiredToken = false }
        #expect(await manager.answer { $0.attributeNames = ["uid"] }.samlResponse == "<Response/>")
    }

    @Test("A6: verification data: with a provider's response, or always")
    func verificationData() async throws {
        let world = try signedIn()
        let manager = world.manager()
        #expect(await manager.answer().verificationData == nil)
        #expect(await manager.answer { $0.attributeNames = ["uid"] }.verificationData != nil)
        try world.setBehaviour { $0.verificationData = .always }
        #expect(await manager.answer().verificationData != nil)
    }

    /// Makes each kind of call, and returns those whose handler was called on the stack of whoever made it.
    private static func onCallersStack(_ manager: VSAccountManager) async -> Set<String> {
        let exchange = VSAccountMetadataRequest()
        exchange.attributeNames = ["uid"]
        let calls: [(String, (@escaping @Sendable () -> Void) -> Void)] = [
            ("access", { done in manager.checkAccessStatus { _, _ in done() } }),
            ("metadata", { done in manager.enqueue(VSAccountMetadataRequest()) { _, _ in done() } }),
            ("exchange", { done in manager.enqueue(exchange) { _, _ in done() } }),
        ]
        var found: Set<String> = []
        for (name, call) in calls where await isOnCallersStack(call) { found.insert(name) }
        return found
    }

    /// Makes a call and waits for its handler: whether it was called on the caller's thread, before the call returned.
    private static func isOnCallersStack(_ call: (@escaping @Sendable () -> Void) -> Void) async -> Bool {
        await awaiting("call of the handler", otherwise: false) { answer in
            let caller = pthread_self()
            let hasReturned = Locked(false)
            call {
                answer.resume(
                    returning: pthread_equal(pthread_self(), caller) != 0 && !hasReturned.withLockedValue { $0 })
            }
            hasReturned.withLockedValue { $0 = true }
        }
    }

    @Test("A7: handlers are called on the caller's stack only if the device is set to do so")
    func completion() async throws {
        let world = try signedIn()
        let manager = world.manager()
        for _ in 0..<50 { #expect(await Self.onCallersStack(manager).isEmpty) }
        try world.setBehaviour { $0.completion = .synchronous }
        // The provider must be asked, which takes its time in any mode.
        #expect(await Self.onCallersStack(manager) == ["access", "metadata"])
    }

    /// A queue of the test's own, known again by whoever is called on it.
    private static let key = DispatchSpecificKey<Bool>()

    @Test("A7: handlers are called on the main queue if the device is set to do so, else on no queue of the caller")
    func queue() async throws {
        let world = try signedIn()
        let own = DispatchQueue(label: "a caller's")
        own.setSpecific(key: Self.key, value: true)
        /// On which queues the handlers of calls from a queue come.
        func queues(from caller: DispatchQueue) async -> Set<String> {
            @Sendable func queue() -> String {
                Thread.isMainQueue ? "main" : DispatchQueue.getSpecific(key: Self.key) == true ? "caller's" : "other"
            }
            // A manager is used from one queue at a time, which the compiler cannot see.
            nonisolated(unsafe) let manager = world.manager()
            let access = await awaiting("access status", otherwise: "none") { done in
                caller.async { manager.checkAccessStatus { _, _ in done.resume(returning: queue()) } }
            }
            let metadata = await awaiting("metadata", otherwise: "none") { done in
                caller.async {
                    manager.enqueue(VSAccountMetadataRequest()) { _, _ in done.resume(returning: queue()) }
                }
            }
            return [access, metadata]
        }
        for caller in [own, .main] { #expect(await queues(from: caller) == ["other"]) }
        try world.setBehaviour { $0.completion = .main }
        for caller in [own, .main] { #expect(await queues(from: caller) == ["main"]) }
    }

    @Test(
        "A7: a slow handler of one device blocks no other device, and the handlers of its device run one after another"
    )
    func slowHandler() async throws {
        let slow = try signedIn()
        let other = try signedIn()
        let release = DispatchSemaphore(value: 0)
        let entered = Told<Bool>("call of the slow handler")
        let manager = slow.manager()
        manager.enqueue(VSAccountMetadataRequest()) { _, _ in
            entered.tell(true)
            release.wait(for: "release of the slow handler")
        }
        _ = await entered.next()
        let order = Calls()
        let second = Told<String?>("answer to the second request")
        manager.enqueue(VSAccountMetadataRequest()) { metadata, _ in
            order.add("second")
            second.tell(metadata == nil ? nil : "answered")
        }
        #expect(await other.manager().answer().provider == "Cablevision")
        // It is decided, and waits for its turn to be called.
        await slow.device.requests.decided()
        #expect(order.all.isEmpty)
        release.signal()
        #expect(await second.next() == "answered")
    }

    @Test("A7: with synchronous completion, too, a handler acts for its app, wherever the call was made")
    func synchronousApp() async throws {
        let world = try signedIn()
        try world.setBehaviour { $0.completion = .synchronous }
        nonisolated(unsafe) let manager = world.manager()
        let apps = await awaiting("end of the calls", otherwise: []) { (done: Awaited<[String?]>) in
            // A queue inherits nothing of the task.
            DispatchQueue.global().async {
                let found = Calls()
                manager.checkAccessStatus { _, _ in
                    found.add((try? RunningApp.resolve(for: "the test").bundleID) ?? "lost")
                }
                manager.enqueue(VSAccountMetadataRequest()) { _, _ in
                    found.add((try? RunningApp.resolve(for: "the test").bundleID) ?? "lost")
                }
                done.resume(returning: found.all)
            }
        }
        #expect(apps == [world.bundleID, world.bundleID])
    }

    @Test("A7: with synchronous completion an app that asks the user still gets the answer later")
    func synchronousPrompt() async throws {
        let world = TestDevice()
        try world.setBehaviour { $0.completion = .synchronous }
        try world.setViewer { $0.accessPrompt = .allow }
        let manager = world.manager()
        let calls = Calls()
        let isOnStack = await Self.isOnCallersStack { done in
            manager.checkAccessStatus(options: [.prompt: true]) { _, _ in done() }
        }
        #expect(!isOnStack)
        #expect(try world.device.permission(for: world.bundleID) == .granted)
        manager.checkAccessStatus(options: [.prompt: true]) { _, _ in calls.add("decided") }
        #expect(calls.has("decided"))
    }

    @Test("A19: asking for access within a request takes no fault of the access check")
    func promptTakesNoFault() async throws {
        let world = TestDevice()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        try world.setBehaviour { $0.undeterminedAccess = .prompt }
        try world.setViewer { $0.accessPrompt = .allow }
        try world.device.simulation.faults.add(Fault(operation: .checkAccessStatus, error: "unsupported", times: 1))
        let manager = world.manager()
        #expect(await manager.answer { $0.isInterruptionAllowed = true }.provider == "Cablevision")
        await #expect(throws: VSError(.unsupported)) { try await manager.checkAccessStatus() }
    }

    @Test("P-7: the fault that leaves the provider out affects an attribute query too")
    func withoutProvider() async throws {
        let world = try signedIn()
        try world.device.simulation.faults.add(
            Fault(operation: .enqueue, error: "noProviderIdentifier", times: 1))
        let manager = world.manager()
        let answer = await manager.answer { $0.attributeNames = ["uid"] }
        #expect(answer.provider == nil && answer.samlResponse == "<Response/>")
        #expect(await manager.answer { $0.attributeNames = ["uid"] }.provider == "Cablevision")
    }

    @Test("A8: signing in grants no app access, unless that is requested")
    func grant() throws {
        let world = TestDevice()
        try world.device.signIn(provider: "Dish", subscriber: "alice", expires: nil)
        #expect(try world.device.permission(for: world.bundleID) == .notDetermined)
        try world.device.signIn(provider: "Dish", subscriber: "alice", expires: nil, granting: world.bundleID)
        #expect(try world.device.permission(for: world.bundleID) == .granted)
    }

    @Test("A10: an app without the entitlement is restricted, regardless of the user's decision")
    func entitlement() async throws {
        let world = try signedIn()
        try world.device.updateApp(world.bundleID) { $0.singleSignOnEntitlement = false }
        let manager = world.manager()
        let status = await awaiting("access status", otherwise: (status: .notDetermined, error: nil)) { continuation in
            manager.checkAccessStatus(options: [.prompt: true]) { status, error in
                continuation.resume(returning: (status: status, error: error as? VSError))
            }
        }
        #expect(status.status == .restricted)
        #expect(status.error?.code == .accessNotGranted)
        #expect(await manager.answer().error?.code == .accessNotGranted)
    }

    @Test("A10: asking without a usage description ends the process, unless the device is set otherwise")
    func usageDescription() async throws {
        await #expect(processExitsWith: .exitCode(70)) {
            let world = TestDevice()
            try world.device.updateApp(world.bundleID) { $0.usageDescription = false }
            _ = try await world.manager().checkAccessStatus(options: [.prompt: true])
        }
        for state in [0, 1, 2, 3] {
            // Whoever is signed in and whatever was decided: the system ends an app that asks and does not say why.
            await #expect(processExitsWith: .exitCode(70)) { [state = state as Int] in
                let world = TestDevice()
                let permissions: [AccessPermission] = [.notDetermined, .restricted, .denied, .granted]
                try world.device.setPermission(permissions[state], for: world.bundleID)
                if state > 1 { try world.device.signIn(provider: "Dish", subscriber: "carol", expires: nil) }
                try world.device.updateApp(world.bundleID) { $0.usageDescription = false }
                let manager = world.manager()
                let delegate = RecordingDelegate()
                if state % 2 == 0 { manager.delegate = delegate }
                _ = try? await manager.checkAccessStatus(options: [.prompt: true])
            }
        }
        let told = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            let world = TestDevice()
            RunningApp(device: world.device, bundleID: world.bundleID, process: .own(device: "phone"))
                .end(because: .usageDescription)
        }
        let line = String(decoding: try #require(told).standardErrorContent, as: UTF8.self)
        #expect(line.contains("'tvsim app set --app com.example.stream usageDescription=true --device phone'"))
        #expect(line.contains("behaviour.missingUsageDescription=error --device phone'"))
        let world = try TestDevice().granted()
        try world.device.updateApp(world.bundleID) { $0.usageDescription = false }
        // Without the wish to ask it does not matter.
        #expect(try await world.manager().checkAccessStatus() == .granted)
        try world.setBehaviour { $0.missingUsageDescription = .error }
        await #expect(throws: VSError(.accessNotGranted)) {
            try await world.manager().checkAccessStatus(options: [.prompt: true])
        }
        // A status that says granted beside an error would say two things.
        let status = await awaiting("access status", otherwise: .granted) { continuation in
            world.manager().checkAccessStatus(options: [.prompt: true]) { status, _ in
                continuation.resume(returning: status)
            }
        }
        #expect(status == .notDetermined)
    }

    @Test("A13: signing out keeps the decisions for apps")
    func signOutKeepsDecisions() throws {
        let world = try signedIn()
        try world.device.signOut()
        #expect(try world.device.permission(for: world.bundleID) == .granted)
    }

    @Test("A20: a region without the feature refuses, or asks for access and then has no provider")
    func region() async throws {
        let world = TestDevice()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        try world.device.updateSettings { $0.region = .unsupported }
        try world.setViewer { $0.accessPrompt = .allow }
        let manager = world.manager()
        await #expect(throws: VSError(.unsupported)) { try await manager.checkAccessStatus(options: [.prompt: true]) }
        #expect(await manager.answer().error?.code == .unsupported)
        try world.setBehaviour { $0.unsupportedRegion = .legacy }
        #expect(await manager.answer().error?.code == .accessNotGranted)
        #expect(try await manager.checkAccessStatus(options: [.prompt: true]) == .granted)
        let answer = await manager.answer()
        #expect(answer.error?.code == .unsupportedProvider)
        #expect(answer.unsupportedProvider == nil)
    }
}

/// What happened, in order.
final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [String] = []

    func add(_ call: String) { lock.withLock { calls.append(call) } }
    func has(_ call: String) -> Bool { lock.withLock { calls.contains(call) } }
    var all: [String] { lock.withLock { calls } }
}

extension Thread {
    /// Whether the caller is on the main queue, whichever thread drains it.
    fileprivate static var isMainQueue: Bool {
        DispatchQueue.getSpecific(key: mainKey) != nil
    }

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
}
