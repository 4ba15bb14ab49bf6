import Foundation
import TVSimStructuredText

/// A store over another one: it reads the documents of the other store, and keeps its own changes in memory.
///
/// It is for what must not change a world, such as a rehearsal. Nothing is copied, so the size of the world does not
/// matter. Its log begins empty.
package final class OverlayStore: StateStore {
    private let base: any StateStore
    private let changes: Locked<OverlayChanges>
    private let opening: Int

    /// Creates a store without changes over another one.
    package init(over base: any StateStore) {
        self.base = base
        changes = Locked(OverlayChanges())
        opening = OpeningNumber.next()
    }

    /// Creates an overlay with the changes of another one.
    private init(over base: any StateStore, sharing other: OverlayStore) {
        self.base = base
        changes = other.changes
        opening = other.opening
    }

    package var waitsForOthers: Bool { base.waitsForOthers }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        let changes = changes.withLockedValue { $0 }
        return try base.read { try body(OverlayTransaction($0, changes, opening)) }
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try changes.withLockedValue { changes in
            let (result, written) = try base.read { state in
                let transaction = OverlayTransaction(state, changes, opening)
                return (try body(transaction), transaction.changes)
            }
            changes = written
            return result
        }
    }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try base.consistently(reading: names) { try body(OverlayStore(over: $0, sharing: self)) }
    }
}

/// The changes of an overlay.
private struct OverlayChanges: Sendable {
    /// The changed documents; `nil` for a removed one.
    var documents: [String: StoredDocument?] = [:]
    /// Whether all documents of the other store were removed.
    var hidesBase = false
    /// How often all documents were removed.
    var replacements = 0
    /// How often a document was changed.
    var revision = 0
    var log: [any Encodable & Sendable] = []
    /// How many lines were removed before those in `log`.
    var removed = 0

    mutating func set(_ document: StoredDocument?, named name: String) {
        documents[name] = .some(document)
        revision += 1
    }
}

/// The view of one transaction of an overlay.
private final class OverlayTransaction: StateWriting {
    private let base: any StateReading
    private(set) var changes: OverlayChanges
    let opening: Int

    init(_ base: any StateReading, _ changes: OverlayChanges, _ opening: Int) {
        (self.base, self.changes, self.opening) = (base, changes, opening)
    }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        if let changed = changes.documents[key.name] { return try changed.map { try key.decode($0.json) } }
        return changes.hidesBase ? nil : try base.value(for: key)
    }

    func names(withPrefix prefix: String) throws -> [String] {
        let kept = changes.hidesBase ? [] : try base.names(withPrefix: prefix)
        guard !changes.documents.isEmpty else { return kept }
        let added = changes.documents.filter { $0.value != nil && $0.key.hasPrefix(prefix) }.map(\.key)
        return (kept.filter { changes.documents[$0] == nil } + added).sorted()
    }

    func document(named name: String) throws -> StoredDocument? {
        if let changed = changes.documents[name] { return changed }
        return changes.hidesBase ? nil : try base.document(named: name)
    }

    func replacements() throws -> Int { try base.replacements() + changes.replacements }
    func revision() throws -> Int { try base.revision() &+ changes.revision }

    func log(from first: Int) -> [LogLine] {
        let start = min(changes.log.count, max(0, first - 1 - changes.removed))
        return changes.log[start...].enumerated().map {
            LogLine(number: changes.removed + start + $0.offset + 1, entry: $0.element)
        }
    }

    func firstLine() -> Int? { changes.log.isEmpty ? nil : changes.removed + 1 }

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        changes.set(try value.map { try StoredDocument($0, for: key) }, named: key.name)
    }

    func set(_ document: StoredDocument) { changes.set(document, named: document.name) }

    /// Removes nothing, because an overlay ends with a request or a rehearsal.
    func removeLapsed(at now: Date, atMost most: Int) -> Int { 0 }

    func appendLog(_ entry: some Encodable & Sendable) throws -> Int {
        try LogLine.check(entry)
        changes.log.append(entry)
        return changes.removed + changes.log.count
    }

    func removeAll(includingLog: Bool) {
        changes.documents = [:]
        changes.hidesBase = true
        changes.replacements += 1
        changes.revision += 1
        if includingLog { removeLog() }
    }

    func removeLog() {
        changes.removed += changes.log.count
        changes.log = []
    }
}
