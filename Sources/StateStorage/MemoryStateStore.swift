import Foundation
import NIOConcurrencyHelpers

/// A store in memory, for `tvsim run`, `tvsim explain` and tests.
///
/// Values are kept without encoding, and encoded only for an export.
package final class MemoryStateStore: StateStore {
    package let waitsForOthers = false

    private let contents: NIOLockedValueBox<MemoryContents>
    private let opening = OpeningNumber.next()

    /// Creates an empty store.
    package init() {
        contents = NIOLockedValueBox(MemoryContents())
    }

    /// Creates a store with a copy of the documents of another one.
    ///
    /// - Throws: ``StateError`` if `other` cannot be read.
    package init(copying other: any StateStore) throws {
        var copied = MemoryContents()
        try other.read { state in
            for name in try state.names(withPrefix: "") {
                copied.slots[name] = try state.encodedValue(named: name).map(MemoryContents.Slot.encoded)
            }
        }
        contents = NIOLockedValueBox(copied)
    }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try body(MemoryTransaction(contents.withLockedValue { $0 }, opening))
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try contents.withLockedValue { contents in
            let transaction = MemoryTransaction(contents, opening)
            let result = try body(transaction)
            let changes = transaction.finish()
            contents.apply(changes)
            return result
        }
    }
}

private struct MemoryContents: Sendable {
    enum Slot: Sendable {
        case value(any Sendable, encode: @Sendable () throws -> String)
        case encoded(String)
    }

    /// The changes of one transaction; a slot of `nil` removes the document.
    struct Changes {
        var cleared = false
        var clearedLog = false
        var slots: [String: Slot?] = [:]
        var log: [any Encodable & Sendable] = []
    }

    var slots: [String: Slot] = [:]
    var log: [any Encodable & Sendable] = []
    /// How many lines were removed before those in `log`.
    var removed = 0
    /// How often all documents were removed.
    var replacements = 0
    /// How many transactions changed the documents.
    var revision = 0

    mutating func apply(_ changes: Changes) {
        if changes.cleared || !changes.slots.isEmpty { revision += 1 }
        if changes.cleared {
            slots = [:]
            replacements += 1
        }
        if changes.clearedLog { trimLog(to: 0) }
        for (name, slot) in changes.slots { slots[name] = slot }
        log.append(contentsOf: changes.log)
        // Trimming only at twice the length moves each line at most once.
        if log.count >= 2 * LogLine.mostKept { trimLog(to: LogLine.mostKept) }
    }

    private mutating func trimLog(to count: Int) {
        removed += log.count - count
        log.removeFirst(log.count - count)
    }
}

/// The view of one transaction: the contents before it, and its changes.
private final class MemoryTransaction: StateWriting {
    private var base: MemoryContents
    private var changes = MemoryContents.Changes() { didSet { sortedNames = nil } }
    /// The names of all documents, after ``documents(after:limit:)`` needed them.
    private var sortedNames: [String]?
    let opening: Int

    init(_ contents: MemoryContents, _ opening: Int) {
        base = contents
        self.opening = opening
    }

    /// Returns the changes and releases the contents, so that applying the changes copies nothing.
    func finish() -> MemoryContents.Changes {
        base = MemoryContents()
        return changes
    }

    private func slot(_ name: String) -> MemoryContents.Slot? {
        if let changed = changes.slots[name] { return changed }
        return changes.cleared ? nil : base.slots[name]
    }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        switch slot(key.name) {
        case nil:
            return nil
        case .encoded(let json):
            return try key.decode(json)
        case .value(let value, _):
            guard let typed = value as? Value else {
                throw StateError(.malformedDocument, "the document '\(key.name)' does not have the type of its key")
            }
            return typed
        }
    }

    func names(withPrefix prefix: String) -> [String] {
        let kept = changes.cleared ? [] : base.slots.keys.filter { changes.slots[$0] == nil }
        let added = changes.slots.filter { $0.value != nil }.map(\.key)
        return (kept + added).filter { $0.hasPrefix(prefix) }.sorted()
    }

    func encodedValue(named name: String) throws -> String? {
        switch slot(name) {
        case nil: nil
        case .encoded(let json): json
        case .value(_, let encode): try encode()
        }
    }

    func replacements() -> Int {
        base.replacements + (changes.cleared ? 1 : 0)
    }

    func revision() -> Int {
        base.revision
    }

    func firstLine() -> Int? {
        let kept = changes.clearedLog ? 0 : base.log.count
        let before = base.removed + base.log.count - kept
        return kept + changes.log.count > 0 ? before + 1 : nil
    }

    func log(from first: Int) -> [LogLine] {
        let kept = changes.clearedLog ? [] : base.log
        let lines = changes.log.isEmpty ? kept : kept + changes.log
        let before = base.removed + base.log.count - kept.count
        let start = min(lines.count, max(0, first - 1 - before))
        return lines[start...].enumerated().map { LogLine(number: before + start + $0.offset + 1, entry: $0.element) }
    }

    func documents(after name: String, limit: Int) throws -> [(name: String, json: String)] {
        let names = sortedNames ?? names(withPrefix: "")
        sortedNames = names
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] <= name { low = middle + 1 } else { high = middle }
        }
        return try names[low...].prefix(limit).map { ($0, try encodedValue(named: $0) ?? "null") }
    }

    func lastLine() -> Int? {
        let kept = changes.clearedLog ? 0 : base.log.count
        return kept + changes.log.count > 0 ? base.removed + base.log.count + changes.log.count : nil
    }

    func log(from first: Int, limit: Int) -> [LogLine] {
        guard changes.log.isEmpty, !changes.clearedLog else { return Array(log(from: first).prefix(limit)) }
        let start = min(base.log.count, max(0, first - 1 - base.removed))
        return base.log[start...].prefix(limit).enumerated().map {
            LogLine(number: base.removed + start + $0.offset + 1, entry: $0.element)
        }
    }

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) {
        changes.slots[key.name] = .some(value.map { value in .value(value, encode: { try key.encode(value) }) })
    }

    func setEncodedValue(_ json: String, named name: String) {
        changes.slots[name] = .some(.encoded(json))
    }

    func appendLog(_ entry: some Encodable & Sendable) -> Int {
        changes.log.append(entry)
        return base.removed + base.log.count + changes.log.count
    }

    func removeAll(includingLog: Bool) {
        changes.slots = [:]
        changes.cleared = true
        if includingLog { removeLog() }
    }

    func removeLog() {
        changes.log = []
        changes.clearedLog = true
    }
}
