import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

/// Each test has a process of its own, because other tests of this process have simulators too.
@Suite("An object that tests share", .timeLimit(.minutes(5)))
struct OverlappingTests {
    /// Where a test makes what others then use.
    enum Maker: CaseIterable, Sendable {
        case inTheTask, onAQueue, inAnotherSimulator

        func make<Object: Sendable>(_ object: @escaping @Sendable () -> Object) async throws -> Object {
            switch self {
            case .inTheTask: object()
            case .onAQueue: await answer { done in DispatchQueue.global().async { done(object()) } }
            case .inAnotherSimulator: try await Simulator(profile: CodeWithoutTaskTests.signedIn).run { object() }
            }
        }
    }

    /// Calls a manager and an SDK object on a queue.
    private struct Shared: Sendable {
        let accounts: ShippedAccounts
        let entitlements: ShippedEntitlements

        init(_ statement: String) {
            accounts = ShippedAccounts()
            entitlements = ShippedEntitlements(statement)
        }

        func access() async -> VSAccountAccessStatus {
            await answer { done in DispatchQueue(label: "provider").async { accounts.access(done) } }
        }

        func setRequestor() async -> Int32 {
            await answer { done in DispatchQueue(label: "provider").async { entitlements.setRequestor(done) } }
        }
    }

    @Test("on a queue answers from the world of the running test, and of no other one that runs at the same time")
    func overlapping() async {
        await #expect(processExitsWith: .success) {
            let statement = try Simulator(profile: CodeWithoutTaskTests.denied).softwareStatement()
            for maker in Maker.allCases {
                let codes = Locked<[SimulatorError.Code]>([])
                let told = Locked<[String]>([])
                /// Runs a test, and keeps the error that it ends with.
                @Sendable func test(_ profile: String, _ body: () async throws -> Void) async {
                    do {
                        try await withSimulator(profile: profile) { _ in try await body() }
                    } catch let error as SimulatorError {
                        codes.withLockedValue { $0.append(error.code) }
                        told.withLockedValue { $0.append(error.description) }
                    } catch {
                        Issue.record(error)
                    }
                }
                let made = Told<Shared>("shared object")
                let called = Told<Bool>("call of the other test")
                let shared = await withTaskGroup(of: Shared?.self) { group in
                    group.addTask {
                        var shared: Shared?
                        await test(CodeWithoutTaskTests.signedIn) {
                            let object = try await maker.make { Shared(statement) }
                            // As long as the test is alone.
                            #expect(await object.access() == .granted, "\(maker)")
                            #expect(await object.setRequestor() == 1, "\(maker)")
                            made.tell(object)
                            _ = await called.next()
                            shared = object
                        }
                        return shared
                    }
                    group.addTask {
                        guard let object = await made.next() else { return nil }
                        await test(CodeWithoutTaskTests.denied) {
                            #expect(await object.access() == .notDetermined, "\(maker)")
                            #expect(await object.setRequestor() == 0, "\(maker)")
                            called.tell(true)
                        }
                        return nil
                    }
                    return await group.reduce(nil) { $0 ?? $1 }
                }
                #expect(codes.withLockedValue { $0 } == [.severalSimulators, .severalSimulators], "\(maker)")
                #expect(told.withLockedValue { $0 }.allSatisfy { $0.contains("'.serialized'") }, "\(maker)")

                // The same object in one test after another.
                let after = try #require(shared)
                await test(CodeWithoutTaskTests.denied) {
                    #expect(await after.access() == .denied, "\(maker)")
                    #expect(await after.setRequestor() == 1, "\(maker)")
                }
                await test(CodeWithoutTaskTests.signedIn) { #expect(await after.access() == .granted, "\(maker)") }
                #expect(codes.withLockedValue { $0 }.count == 2, "\(maker)")
            }
        }
    }

    @Test("in the task answers from the world of that task, also beside others", arguments: 0..<6)
    func inTheTask(number: Int) async throws {
        let isGranted = number.isMultiple(of: 2)
        try await withSimulator(profile: isGranted ? CodeWithoutTaskTests.signedIn : CodeWithoutTaskTests.denied) { _ in
            for _ in 0..<20 {
                let status: VSAccountAccessStatus = await answer { ShippedAccounts.shared.access($0) }
                #expect(status == (isGranted ? .granted : .denied))
            }
        }
    }

    @Test("in a test without a simulator does not answer from that of another test")
    func withoutSimulator() async throws {
        let made = Told<ShippedAccounts>("shared object")
        let isAsked = Told<Bool>("end of the other test")
        // A test beside this one, whose task is not that of this test.
        let other = Task.detached {
            try await withSimulator(profile: CodeWithoutTaskTests.signedIn) { _ in
                made.tell(ShippedAccounts())
                _ = await isAsked.next()
            }
        }
        let shared = try #require(await made.next())
        let own = try await Simulator(profile: CodeWithoutTaskTests.denied).run { ShippedAccounts() }
        await withKnownIssue {
            for object in [shared, ShippedAccounts()] {
                let status: VSAccountAccessStatus = await answer { object.access($0) }
                #expect(status == .notDetermined)
            }
        } matching: {
            $0.comments.contains { $0.rawValue.contains(" found no active simulator: give the test the trait") }
        }
        let status: VSAccountAccessStatus = await answer { own.access($0) }
        #expect(status == .denied, "an object of this test's 'Simulator.run'")
        isAsked.tell(true)
        try await other.value
    }

    @Test("and was made by 'Simulator.run' stays there, unless the test with another simulator may mean its own")
    func made() async {
        await #expect(processExitsWith: .success) {
            @Sendable func access(_ object: ShippedAccounts) async -> VSAccountAccessStatus {
                await answer { done in DispatchQueue(label: "provider").async { object.access(done) } }
            }
            let object = try await Simulator(profile: CodeWithoutTaskTests.signedIn).run { ShippedAccounts() }
            #expect(await access(object) == .granted)
            let error = await #expect(throws: SimulatorError.self) {
                try await withSimulator(profile: CodeWithoutTaskTests.denied) { _ in
                    #expect(await access(object) == .notDetermined)
                    let second = try await Simulator(profile: CodeWithoutTaskTests.signedIn).run { ShippedAccounts() }
                    #expect(await access(second) == .granted, "a second device of the test")
                }
            }
            #expect(error?.code == .severalSimulators)
            #expect(
                error?.description.hasPrefix(
                    "VSAccountManager.checkAccessStatus on the queue 'provider' cannot know which simulator is meant, the "
                        + "one of 'Simulator.run' in which its object was created or the active one: create the object"
                ) == true)
        }
    }
}
