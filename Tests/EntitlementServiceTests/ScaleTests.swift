import EntitlementAPI
import EntitlementService
import Foundation
import SimulationCore
import StateStorage
import Synchronization
import Testing

/// A store that counts what is read, over another.
private final class CountingStore: StateStore {
    private let base = MemoryStateStore()
    private let counts = Mutex((values: 0, listings: 0))

    /// Returns what was read since the last time.
    func take() -> (values: Int, listings: Int) {
        counts.withLock { counts in
            defer { counts = (0, 0) }
            return counts
        }
    }

    fileprivate func count(values: Int = 0, listings: Int = 0) {
        counts.withLock { counts in
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
        func encodedValue(named name: String) throws -> String? { try base.encodedValue(named: name) }
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
        func encodedValue(named name: String) throws -> String? { try base.encodedValue(named: name) }
        func log(from first: Int) throws -> [LogLine] {
            store.count(listings: 1)
            return try base.log(from: first)
        }
        func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws { try base.setValue(value, for: key) }
        func setEncodedValue(_ json: String, named name: String) throws {
            try base.setEncodedValue(json, named: name)
        }
        func appendLog(_ entry: some Encodable & Sendable) throws { try base.appendLog(entry) }
        func removeAll(includingLog: Bool) throws { try base.removeAll(includingLog: includingLog) }
        func removeLog() throws { try base.removeLog() }
    }
}

@Suite("Many devices")
struct ScaleTests {
    @Test("a request reads no more documents however many devices there are, and lists none")
    func readsNoMore() async throws {
        let store = CountingStore()
        let world = try ServiceWorld(store: store) {
            $0.change("Cablevision") { $0.authorizations = ["alice-1": ["REF30"]] }
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
                try await app.send(.logout(of: "REF30", mvpd: "Cablevision", redirectURL: nil, headers: headers)).status
            }
            return cost
        }

        let alone = try await cost()
        for number in 0..<50 {
            try await world.app(fingerprint: "other-\(number)").hold(.appleSSO)
        }
        #expect(try await cost() == alone)
    }
}
