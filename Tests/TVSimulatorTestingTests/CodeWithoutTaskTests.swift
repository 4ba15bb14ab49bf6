import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

/// Each test has a process of its own, because other tests of this process have simulators too.
@Suite("Code that no task carries", .timeLimit(.minutes(5)))
struct CodeWithoutTaskTests {
    static let denied = "schema: 1\nname: denied\ndevice: {apps: {com.example.stream: {access: denied}}}\n"
    static let signedIn = """
        schema: 1
        name: signed in
        device:
          apps: {com.example.stream: {access: granted, subscriptionEntitlement: true}}
          account: {provider: Cablevision, subscriber: alice}
        """

    @Test("belongs to the only active simulator, wherever it runs")
    func everywhere() async {
        await #expect(processExitsWith: .success) {
            for place in Place.allCases {
                let status: VSAccountAccessStatus = try await withSimulator(profile: CalledBackTests.granted) { _ in
                    await answer { done in
                        place.run { VSAccountManager().checkAccessStatus { status, _ in done(status) } }
                    }
                }
                #expect(status == .granted, "\(place)")
            }
        }
    }

    @Test("finds the same simulator as the current one, also in 'Simulator.run'")
    func current() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator(profile: CodeWithoutTaskTests.denied) { _ in
                try await withSimulator { simulator in
                    let found = await answer { done in DispatchQueue.global().async { done(try? Simulator.current) } }
                    #expect(found === simulator, "the inner one hides the outer one")
                }
                let status: VSAccountAccessStatus = try await Simulator(profile: CalledBackTests.granted).run {
                    await answer { done in
                        DispatchQueue.global().async {
                            VSAccountManager().checkAccessStatus { status, _ in done(status) }
                        }
                    }
                }
                #expect(status == .granted)
            }
        }
    }

    @Test("registers subscriptions and accounts, and creates SDK objects")
    func everyClass() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator(profile: CodeWithoutTaskTests.signedIn) { simulator in
                let statement = try simulator.softwareStatement()
                let accounts: Int? = await answer { done in
                    DispatchQueue.global().async {
                        VSSubscriptionRegistrationCenter.default().setCurrentSubscription(nil)
                        Task {
                            try await VSUserAccountManager.shared.update(VSUserAccount(updateURL: nil))
                            done(try await VSUserAccountManager.shared.userAccounts().count)
                        }
                    }
                }
                #expect(accounts == 1)
                let enabler: ShippedEntitlements = await answer { done in
                    DispatchQueue.global().async { done(ShippedEntitlements(statement)) }
                }
                let requestor: Int32 = await answer { done in
                    DispatchQueue.global().async { enabler.setRequestor(done) }
                }
                let authenticated: Int32 = await answer { enabler.checkAuthentication($0) }
                #expect([requestor, authenticated] == [1, 1])
            }
        }
    }

    @Test("fails each active test by one error if several simulators are active, and the process goes on")
    func several() async {
        await #expect(processExitsWith: .success) {
            let codes = Locked<[SimulatorError.Code]>([])
            let isPassed = Locked(false)
            do {
                try await withSimulator { outer in
                    await withTaskGroup(of: Void.self) { group in
                        let bothAreActive = Told<Bool>("end of the other simulator")
                        group.addTask {
                            do {
                                try await withSimulator { _ in _ = await bothAreActive.next() }
                            } catch let error as SimulatorError {
                                codes.withLockedValue { $0.append(error.code) }
                            } catch {}
                        }
                        group.addTask {
                            do {
                                try await withSimulator { _ in
                                    // Until the other one is active too.
                                    await until("the other simulator is active too") {
                                        await CodeWithoutTaskTests.currentOnQueue() == nil
                                    }
                                    for _ in 0..<2 {
                                        let status: VSAccountAccessStatus = await answer { done in
                                            DispatchQueue(label: "com.example.accounts").async {
                                                VSAccountManager().checkAccessStatus { status, _ in done(status) }
                                            }
                                        }
                                        #expect(status == .notDetermined)
                                    }
                                    bothAreActive.tell(true)
                                }
                            } catch let error as SimulatorError {
                                codes.withLockedValue { $0.append(error.code) }
                                #expect(
                                    error.description.hasPrefix(
                                        "VSAccountManager.checkAccessStatus on the queue 'com.example.accounts' found 2 "
                                            + "active simulators, and cannot know which one is meant: run the tests"))
                            } catch {}
                        }
                    }
                    isPassed.withLockedValue { $0 = try! Simulator.current === outer }
                }
            }
            #expect(codes.withLockedValue { $0 } == [.severalSimulators, .severalSimulators])
            #expect(isPassed.withLockedValue { $0 }, "the test that does not run code then does not fail")
        }
    }

    static func currentOnQueue() async -> Simulator? {
        await answer { done in DispatchQueue.global().async { done(try? Simulator.current) } }
    }

    @Test("fails its test if no simulator is active: the frameworks answer errors, and the process goes on")
    func noWorld() async {
        await #expect(processExitsWith: .success) {
            let told = Locked<[String]>([])
            await withKnownIssue {
                let manager = VSAccountManager()
                await #expect(throws: VSError(.accessNotGranted)) { try await manager.checkAccessStatus() }
                let metadata: VSError.Code? = await answer { done in
                    manager.enqueue(VSAccountMetadataRequest()) { _, error in done((error as? VSError)?.code) }
                }
                #expect(metadata == .accessNotGranted)
                await #expect(throws: VSError(.accessNotGranted)) {
                    try await VSUserAccountManager.shared.userAccounts()
                }
                VSSubscriptionRegistrationCenter.default().setCurrentSubscription(nil)
                let enabler = ShippedEntitlements("")
                #expect(await answer { enabler.setRequestor($0) } == 0)
                #expect(await answer { enabler.checkAuthentication($0) } == 0)
            } matching: { issue in
                told.withLockedValue { $0 += issue.comments.map(\.rawValue) }
                return true
            }
            #expect(
                told.withLockedValue { $0 }.map { String($0.prefix { $0 != " " }) } == [
                    "VSAccountManager.checkAccessStatus", "VSAccountManager.enqueue",
                    "VSUserAccountManager.userAccounts(options:)",
                    "VSSubscriptionRegistrationCenter.setCurrentSubscription",
                    "AccessEnabler.setRequestor(_:)", "AccessEnabler.checkAuthentication()",
                ])
            #expect(
                told.withLockedValue { $0 }.first?.contains(
                    " found no active simulator: give the test the trait '.simulator(…)'") == true)
        }
    }
}
