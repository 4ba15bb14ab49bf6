import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// A store that counts what is read, over another.
private final class CountingStore: StateStore {
    let waitsForOthers = false
    private let base = MemoryStateStore()
    private let counts = Locked((values: 0, listings: 0))

    /// Returns what was read since the last time.
    func take() -> (values: Int, listings: Int) {
        counts.withLockedValue { counts in
            defer { counts = (0, 0) }
            return counts
        }
    }

    fileprivate func count(values: Int = 0, listings: Int = 0) {
        counts.withLockedValue { counts in
            counts.values += values
            counts.listings += listings
        }
    }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try base.read { try body(Reading(base: $0, store: self)) }
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try base.write { try body(Writing(base: $0, store: self)) }
    }

    func consistently<Result>(reading: [String], _ body: (any StateStore) throws -> Result) throws -> Result {
        try body(self)
    }

    private struct Reading: StateReading {
        let base: any StateReading
        let store: CountingStore

        func value<Value>(for key: StateKey<Value>) throws -> Value? {
            store.count(values: 1)
            return try base.value(for: key)
        }
        func names(withPrefix prefix: String) throws -> [String] {
            store.count(listings: 1)
            return try base.names(withPrefix: prefix)
        }
        func document(named name: String) throws -> StoredDocument? { try base.document(named: name) }
        func replacements() throws -> Int { try base.replacements() }
        func revision() throws -> Int { try base.revision() }
        var opening: Int { base.opening }
        func firstLine() throws -> Int? { try base.firstLine() }
        func log(from first: Int) throws -> [LogLine] {
            store.count(listings: 1)
            return try base.log(from: first)
        }
    }

    private struct Writing: StateWriting {
        let base: any StateWriting
        let store: CountingStore

        func value<Value>(for key: StateKey<Value>) throws -> Value? {
            store.count(values: 1)
            return try base.value(for: key)
        }
        func names(withPrefix prefix: String) throws -> [String] {
            store.count(listings: 1)
            return try base.names(withPrefix: prefix)
        }
        func document(named name: String) throws -> StoredDocument? { try base.document(named: name) }
        func replacements() throws -> Int { try base.replacements() }
        func revision() throws -> Int { try base.revision() }
        var opening: Int { base.opening }
        func firstLine() throws -> Int? { try base.firstLine() }
        func log(from first: Int) throws -> [LogLine] {
            store.count(listings: 1)
            return try base.log(from: first)
        }
        func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws { try base.setValue(value, for: key) }
        func set(_ document: StoredDocument) throws { try base.set(document) }
        func removeLapsed(at now: Date, atMost most: Int) throws -> Int {
            try base.removeLapsed(at: now, atMost: most)
        }
        func appendLog(_ entry: some Encodable & Sendable) throws -> Int { try base.appendLog(entry) }
        func removeAll(includingLog: Bool) throws { try base.removeAll(includingLog: includingLog) }
        func removeLog() throws { try base.removeLog() }
    }
}

@Suite("Many devices")
struct ScaleTests {
    @Test("the number of devices does not change how many documents a request reads, and it lists none")
    func readsNoMore() async throws {
        let store = CountingStore()
        let world = try ServiceWorld(store: store) {
            $0.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
        }
        let app = try await world.app()

        func cost() async throws -> [Int] {
            var cost: [Int] = []
            func measure(_ send: () async throws -> Int) async throws {
                _ = store.take()
                #expect(try await send() == 200)
                let counts = store.take()
                #expect(counts.listings == 0)
                cost.append(counts.values)
            }
            try app.hold(.regular)
            let headers = try app.vouched()
            try await measure { try await app.send(.configuration(of: "REF30", headers: headers)).status }
            try await measure { try await app.send(.profiles(of: "REF30", headers: headers)).status }
            try await measure { try await app.decide(headers: headers).status }
            try await measure { try await app.beginSession(headers: app.vouched("Dish")).status }
            try await measure {
                try await app.send(
                    .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: headers)
                ).status
            }
            return cost
        }

        // What has lapsed is looked for once in half an hour, and now.
        for mvpd in ["Cablevision", "Dish"] as [MVPDID] {
            try app.hold(.regular, mvpd: mvpd)
            _ = try await app.decide()
            _ = try await app.beginSession(headers: try app.vouched("Dish"))
            _ = try await app.send(.logout(of: "REF30", mvpd: mvpd, redirectURL: "app://out", headers: app.headers))
        }
        let alone = try await cost()
        for number in 0..<50 {
            try await world.app(fingerprint: "other-\(number)").hold(.appleSSO)
        }
        #expect(try await cost() == alone)
    }

    @Test("data of a sign-in is deleted if it is unused: an expired profile after a year")
    func sweepSignIns() async throws {
        let world = try ServiceWorld {
            $0.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
        }
        let store = world.simulation.store
        func kept(_ prefix: String) throws -> Int { try store.read { try $0.names(withPrefix: prefix).count } }
        let day: TimeInterval = 86_400
        /// Lets somebody sign in, and returns how many documents of each kind there are then.
        func signIn(_ number: Int) async throws -> [Int] {
            let app = try await world.app(fingerprint: "device \(number)")
            _ = try await app.beginSession(headers: app.vouched()).required()
            try app.hold(.regular)
            let now = try world.now
            let profile = try #require(
                try store.read { try $0.value(for: ServiceDocument.profiles(app.holder())) }?
                    .valid(mvpd: "Cablevision", at: now).first)
            try store.write { state in
                try SharedProfiles.share(
                    profile, by: "_1", mvpd: "Cablevision",
                    of: SharedIdentity(method: .serviceToken, subject: "\(number)"),
                    from: app.holder(), in: state)
                try state.setValue(
                    .saml(
                        ProviderSession(
                            nameID: "alice-1", qualifiers: NameQualifiers(), assertion: "_1",
                            notAfter: profile.notAfter.instant)),
                    for: ServiceDocument.providerSession(app.holder(), mvpd: "Cablevision"))
            }
            _ = try await app.decide().required()
            return try [
                ServiceDocument.profileShelves, ServiceDocument.traces, ServiceDocument.sharedShelves,
                ServiceDocument.providerSessions, ServiceDocument.decisionShelves, ServiceDocument.pendingRequests,
            ].map(kept)
        }
        let kept0 = try await signIn(0)
        #expect(kept0 == [1, 1, 1, 1, 1, 1])
        let kept1 = try await signIn(1)
        #expect(kept1 == [2, 2, 2, 2, 2, 2])
        let lifetime = try #require(
            try world.service.configuration().requestor("REF30")?.integration("Cablevision")?.authenticationTTL)
        try world.simulation.clock.advance(by: lifetime)
        let kept2 = try await signIn(2)
        #expect(kept2 == [3, 3, 1, 1, 1, 1])
        try world.simulation.clock.advance(by: 365 * day - 1)
        let kept3 = try await signIn(3)
        #expect(kept3 == [4, 4, 1, 1, 1, 1])
        try world.simulation.clock.advance(by: lifetime + 1)
        let kept4 = try await signIn(4)
        #expect(kept4 == [2, 2, 1, 1, 1, 1])
    }

    @Test("expired sessions, logouts and assertions are deleted when a new one is stored")
    func sweep() async throws {
        let world = try ServiceWorld()
        var app = try await world.app()
        func kept(_ prefix: String) throws -> Int {
            try world.simulation.store.read { try $0.names(withPrefix: prefix).count }
        }
        let prefixes = [
            ServiceDocument.sessions, ServiceDocument.pendingLogouts, ServiceDocument.assertions,
        ]
        for round in 1...4 {
            for number in 0..<5 {
                var headers = app.headers
                headers.deviceIdentifier = .init(fingerprint: "device \(round) \(number)")
                _ = try await app.send(.session(SessionTests.whole, of: "REF30", headers: headers)).required()
                try app.hold(.regular)
                let logout = EntitlementCall.logout(
                    of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers)
                #expect(try await app.send(logout).required().logouts["Cablevision"]?.actionName == .logout)
                let now = try world.now
                try world.simulation.store.write { state in
                    try ReplayCache.accept(
                        "_\(round)-\(number)", until: now.addingTimeInterval(300), from: "Cablevision",
                        isStillPending: true, at: now, in: state, sweptBy: world.simulation.sweeper)
                }
            }
            // Five of this round at most, and the one device that every round logs out on.
            for prefix in prefixes { #expect((5...6).contains(try kept(prefix)), "\(prefix) in round \(round)") }
            try world.simulation.clock.advance(by: 31 * 86_400)
            // An access token lives for a day.
            try await app.renewToken()
        }
    }
}
