import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario
@testable import TVSimulator

@Suite("An explanation")
struct ExplanationTests {
    /// A device of `Cablevision`'s subscriber `alice`, whose app may use the account.
    static func device(_ more: String = "", account: String = "{provider: Cablevision, subscriber: alice}") -> String {
        """
        schema: 1
        name: explained
        device: {apps: {com.example.stream: {access: granted}}, account: \(account)}
        \(more)
        """
    }

    private static func explain(_ call: ExplainedCall, _ profile: String) async throws -> Explanation {
        let simulator = try Simulator(profile: profile)
        return try await Explanation.of(call, in: simulator.world, named: "explained", for: .adminAPI)
    }

    /// The faults of a device, the call, and the condition that fails by them; `nil` if none does.
    static let faults: [(fault: String, call: ExplainedCall, stoppedBy: ExchangeCondition?)] = [
        (
            "{at: accountManager.checkAccessStatus, error: serviceTemporarilyUnavailable}", .setRequestor,
            .permissionGranted
        ),
        ("{at: accountManager.enqueue, error: noProviderIdentifier}", .setRequestor, .providerIdentified),
        ("{at: accountManager.enqueue, error: providerRejected}", .setRequestor, .providerIdentified),
        ("{at: provider.attributeQuery, error: unreachable}", .setRequestor, .samlResponseReceived),
        ("{at: provider.attributeQuery, error: rejected}", .setRequestor, .samlResponseReceived),
        ("{at: service.token, error: 503}", .setRequestor, nil),
        ("{at: service.configuration, error: unreachable}", .setRequestor, nil),
        ("{at: service.configuration, error: wrongClock}", .setRequestor, nil),
        ("{at: service.profilesSSO, error: malformed}", .getAuthentication, nil),
    ]

    @Test("names the fault that occurred in the journal's entry, and suggests clearing it", arguments: faults)
    func fault(_ fault: String, _ call: ExplainedCall, _ stoppedBy: ExchangeCondition?) async throws {
        let explanation = try await Self.explain(call, Self.device("faults: [\(fault)]"))
        #expect(explanation.rehearsal.stoppedBy == stoppedBy)
        #expect(explanation.remedy == .clearFaults)
        #expect(try explanation.advice == "\"clearFaults\"")
        let strikes = explanation.rehearsal.faults.map { "{at: \($0.operation.rawValue), error: \($0.error)}" }
        #expect(Set(strikes) == [fault])
    }

    /// A call, and what an app with an account is told first in it.
    static let calls: [(call: ExplainedCall, told: String)] = [
        (.setRequestor, "setRequestorComplete(1)"), (.checkAuthentication, #"setAuthenticationStatus(1, "")"#),
        (.getAuthentication, #"setAuthenticationStatus(1, "")"#),
        (.logout, "status(VSA203)"),
    ]

    @Test("is of the call that is named, after setRequestor as at the launch of an app", arguments: calls)
    func ofItsCall(_ call: ExplainedCall, _ told: String) async throws {
        let explanation = try await Self.explain(call, Self.device())
        let before = call == .setRequestor ? [] : ["setRequestor"]
        #expect(explanation.rehearsal.steps.map(\.action.call) == before + [call.rawValue])
        #expect(explanation.callbacks.map(\.text).first { !$0.hasPrefix("sendTrackingData") } == told)
    }

    @Test("fails, and ends no process, if its world is removed meanwhile", arguments: [0, 1, 2, 5, 10, 20, 40])
    func removed(after reads: Int) async throws {
        let simulator = try Simulator(profile: Self.device())
        let store = EndingStore(simulator.world.simulation.store, after: reads)
        await #expect(throws: StateError.self) {
            try await Explanation.of(.getAuthentication, in: World(store: store), named: "removed", for: .adminAPI)
        }
        #expect(store.hasEnded)
    }

    @Test(
        "is of one moment, whenever another process changes the world meanwhile", arguments: [0, 1, 2, 3, 5, 8, 13, 21])
    func oneMoment(_ reads: Int) async throws {
        let simulator = try Simulator(profile: Self.device())
        let store = simulator.world.simulation.store
        let (call, name) = (ExplainedCall.checkAuthentication, "explained")
        func lines(_ explanation: Explanation) throws -> [String] {
            try explanation.callbacks.map(\.text) + [explanation.advice ?? "no advice"] + explanation.rehearsal.reasons
                + (explanation.rehearsal.conditions ?? []).map { "\($0.condition) \($0.holds)" }
        }
        let before = try await lines(Explanation.of(call, in: simulator.world, named: name, for: .adminAPI))
        let changing = ChangingStore(store, after: reads) {
            try simulator.perform("setPermission: {bundleID: com.example.stream, access: denied}")
            try simulator.perform("signOut")
        }
        let told = try await lines(
            Explanation.of(call, in: World(store: changing), named: name, for: .adminAPI))
        let after = try await lines(Explanation.of(call, in: simulator.world, named: name, for: .adminAPI))
        #expect(told == (changing.hasChanged ? after : before))
        #expect(before != after || !changing.hasChanged)
    }

    @Test("does not suggest clearing a fault that has not occurred")
    func unstruck() async throws {
        let profile = Self.device(
            """
            providers: {Cablevision: {subscribers: {alice: {}}, defect: noResponse}}
            faults: [{at: service.logout, error: 503}]
            """)
        let explanation = try await Self.explain(.setRequestor, profile)
        #expect(explanation.rehearsal.stoppedBy == .samlResponseReceived)
        #expect(explanation.remedy == .provider(id: "Cablevision", ["defect": "none"]))
    }

    @Test("names the fault that ends the system's interface")
    func interface() async throws {
        let profile = """
            schema: 1
            name: explained
            device: {apps: {com.example.stream: {access: granted}}}
            viewer: {systemPicker: {choose: Cablevision, as: alice}}
            faults: [{at: accountManager.interface, error: userCancelled}]
            """
        let explanation = try await Self.explain(.getAuthentication, profile)
        #expect(explanation.rehearsal.faults.map(\.error) == ["userCancelled"])
        #expect(explanation.remedy == .clearFaults)
    }
}

/// A store that cannot be read any more after some reads, as one whose world is removed.
private final class EndingStore: StateStore {
    private let base: any StateStore
    private let left: Locked<Int>

    init(_ base: any StateStore, after reads: Int) {
        self.base = base
        left = Locked(reads)
    }

    /// Whether a read was refused.
    var hasEnded: Bool { left.withLockedValue { $0 < 0 } }

    var waitsForOthers: Bool { false }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        let isLeft = left.withLockedValue { left in
            left -= 1
            return left >= 0
        }
        guard isLeft else { throw StateError(.missing, "world 'removed' not found") }
        return try base.read(body)
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result { try base.write(body) }

    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }
}

/// A store that another process changes after some reads.
private final class ChangingStore: StateStore {
    private let base: any StateStore
    private let left: Locked<Int>
    private let change: @Sendable () throws -> Void

    init(_ base: any StateStore, after reads: Int, _ change: @escaping @Sendable () throws -> Void) {
        self.base = base
        self.change = change
        left = Locked(reads)
    }

    /// Whether the change was made.
    var hasChanged: Bool { left.withLockedValue { $0 < 0 } }

    var waitsForOthers: Bool { false }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        let isTime = left.withLockedValue { left in
            left -= 1
            return left == -1
        }
        if isTime { try change() }
        return try base.read(body)
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result { try base.write(body) }

    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }
}
