import Foundation
import HashTreeCollections
import HeapModule

/// One transaction of a store in memory: the contents before it, and its changes.
final class MemoryTransaction: StateWriting {
    private var contents: MemoryContents
    /// When documents lapse, the earliest first; empty in a reading transaction.
    private var lapses: Heap<MemoryContents.Lapse>
    /// What this transaction removed from `lapses`.
    private var removedLapses: [MemoryContents.Lapse] = []
    private var changesDocuments = false
    /// The names of all documents, after ``documents(after:limit:)`` needed them.
    private var sortedNames: [String]?
    let opening: Int

    init(_ contents: MemoryContents, lapses: Heap<MemoryContents.Lapse> = Heap(), opening: Int) {
        (self.contents, self.lapses, self.opening) = (contents, lapses, opening)
    }

    /// Returns the contents and the lapses after the transaction.
    func commit() -> (MemoryContents, Heap<MemoryContents.Lapse>) { (contents, lapses) }

    /// Returns the lapses of before the transaction, with those that it added, which no document has.
    func rollBack() -> Heap<MemoryContents.Lapse> {
        for lapse in removedLapses { lapses.insert(lapse) }
        return lapses
    }

    // MARK: - Reading

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        switch contents.slots[key.name]?.content {
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

    func names(withPrefix prefix: String) -> [String] { contents.names(withPrefix: prefix).sorted() }

    func documents(after name: String, limit: Int) throws -> [StoredDocument] {
        let names = sortedNames ?? names(withPrefix: "")
        sortedNames = names
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] <= name { low = middle + 1 } else { high = middle }
        }
        return try names[low...].prefix(limit).compactMap(document)
    }

    func document(named name: String) throws -> StoredDocument? {
        guard let slot = contents.slots[name] else { return nil }
        let json =
            switch slot.content {
            case .encoded(let json): json
            case .value(_, let encode): try encode()
            }
        return StoredDocument(name: name, json: json, lapsesAt: slot.lapsesAt)
    }

    func replacements() -> Int { contents.replacements }

    func revision() -> Int { contents.revision }

    func firstLine() -> Int? { contents.log.isEmpty ? nil : contents.firstLine }

    func lastLine() -> Int? { contents.log.isEmpty ? nil : contents.lastLine }

    func log(from first: Int) -> [LogLine] { log(from: first, limit: LogLine.mostKept) }

    func log(from first: Int, limit: Int) -> [LogLine] {
        let first = max(first, contents.firstLine)
        let last = min(contents.lastLine, first - 1 + min(limit, LogLine.mostKept))
        guard first <= last else { return [] }
        return (first...last).compactMap { number in
            contents.log[number].map { LogLine(number: number, entry: $0) }
        }
    }

    // MARK: - Writing

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value { try key.check(value) }
        try set(
            value.map { value in
                MemoryContents.Slot(
                    content: .value(value, encode: { try key.encode(value) }),
                    lapsesAt: key.lapsesAt(value)?.keptMilliseconds)
            }, named: key.name)
    }

    func set(_ document: StoredDocument) throws {
        try set(.init(content: .encoded(document.json), lapsesAt: document.lapsesAt), named: document.name)
    }

    private func set(_ slot: MemoryContents.Slot?, named name: String) throws {
        noteChange()
        sortedNames = nil
        if let lapse = contents.set(slot, named: name) { lapses.insert(lapse) }
    }

    private func noteChange() {
        if !changesDocuments { contents.countChange() }
        changesDocuments = true
    }

    func removeLapsed(at now: Date, atMost most: Int) throws -> Int {
        guard let now = now.keptMilliseconds else { return 0 }
        var removed = 0
        while removed < most, let lapse = lapses.min, lapse.at <= now {
            removedLapses.append(lapses.removeMin())
            guard contents.slots[lapse.name]?.lapsesAt == lapse.at else { continue }
            try set(nil, named: lapse.name)
            removed += 1
        }
        return removed
    }

    func appendLog(_ entry: some Encodable & Sendable) throws -> Int {
        try LogLine.check(entry)
        contents.append(entry)
        return contents.lastLine
    }

    func removeAll(includingLog: Bool) {
        noteChange()
        sortedNames = nil
        contents.clear()
        if includingLog { removeLog() }
    }

    func removeLog() { contents.clearLog() }

    func replaceAll(with other: any StateReading, includingLog: Bool) throws {
        removeAll(includingLog: includingLog)
        guard let memory = other as? MemoryTransaction else { return try other.forEachDocument(set) }
        // Two worlds in memory share documents, so that a large world is not in memory twice.
        lapses.insert(contentsOf: contents.share(documentsOf: memory.contents))
    }
}
