import TVSimStateStorage
import TVSimStructuredText

/// The store under a rehearsal, which goes on with what it has read when the world is removed meanwhile.
///
/// An app ends its process when the state cannot be read, and the app of a rehearsal runs in the process of the server. So
/// the rehearsal ends as if nothing had happened, and ``failure`` says that its result is of no use.
final class LastingStore: StateStore {
    /// What was read so far, and the error after which nothing more can be.
    private struct Known: Sendable {
        var documents: [String: Kept] = [:]
        var failure: StateError?
    }

    /// A decoded document, which is a value.
    struct Kept: @unchecked Sendable {
        let value: Any?
    }

    private let base: any StateStore
    private let known = Locked(Known())

    init(over base: any StateStore) { self.base = base }

    /// Why the store under this one could not be read; `nil` if it could.
    var failure: StateError? { known.withLockedValue { $0.failure } }

    var waitsForOthers: Bool { base.waitsForOthers }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        if failure == nil {
            do {
                return try base.read { try body(LastingReading(base: $0, store: self)) }
            } catch let error as StateError {
                known.withLockedValue { $0.failure = error }
            }
        }
        return try body(LastingReading(base: nil, store: self))
    }

    /// Fails, because an overlay keeps all changes of a rehearsal.
    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        throw failure ?? StateError(.missing, "a rehearsal does not write")
    }

    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }

    fileprivate func keep(_ value: Any?, named name: String) {
        let kept = Kept(value: value)
        known.withLockedValue { $0.documents[name] = kept }
    }

    fileprivate func kept(named name: String) -> Any? { known.withLockedValue { $0.documents[name] }?.value }
}

/// The view of one read; without a base it has what earlier ones have read.
private struct LastingReading: StateReading {
    let base: (any StateReading)?
    let store: LastingStore

    var opening: Int { base?.opening ?? 0 }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        guard let base else { return store.kept(named: key.name) as? Value }
        let value = try base.value(for: key)
        store.keep(value, named: key.name)
        return value
    }

    func names(withPrefix prefix: String) throws -> [String] { try base?.names(withPrefix: prefix) ?? [] }
    func document(named name: String) throws -> StoredDocument? { try base?.document(named: name) }
    func replacements() throws -> Int { try base?.replacements() ?? 0 }
    func revision() throws -> Int { try base?.revision() ?? 0 }
    func log(from first: Int) throws -> [LogLine] { try base?.log(from: first) ?? [] }
    func firstLine() throws -> Int? { try base?.firstLine() }
}
