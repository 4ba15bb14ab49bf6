import HashTreeCollections

/// The documents and the log of a store in memory, at one time.
///
/// A copy costs nothing: it shares its parts with the original, except those that change later. So a reader of a large
/// world does not hold up a writer.
struct MemoryContents: Sendable {
    /// A document.
    struct Slot: Sendable {
        enum Content: Sendable {
            // Indirect, because a large world is imported as encoded documents, which need a third of the space.
            indirect case value(any Sendable, encode: @Sendable () throws -> String)
            case encoded(String)
        }

        let content: Content
        /// When the document lapses, in milliseconds since 1970; `nil` if it does not.
        let lapsesAt: Int64?
    }

    /// When a document lapses; outdated if the document has changed since.
    struct Lapse: Comparable, Sendable {
        let at: Int64
        let name: String

        static func < (first: Lapse, second: Lapse) -> Bool {
            (first.at, first.name) < (second.at, second.name)
        }
    }

    private(set) var slots = TreeDictionary<String, Slot>()
    /// The names of the documents by their kind, such as `service/session/`.
    private var kinds: [String: TreeSet<String>] = [:]
    private(set) var log = TreeDictionary<Int, any Encodable & Sendable>()
    /// The number of the last line.
    private(set) var lastLine = 0
    /// The number of the oldest line that is kept, or the number after the last one.
    private(set) var firstLine = 1
    /// How often all documents were removed.
    private(set) var replacements = 0
    /// How many transactions changed the documents.
    private(set) var revision = 0

    /// Returns the names that begin with a prefix, unsorted.
    func names(withPrefix prefix: String) -> [String] {
        kinds.filter { $0.key.hasPrefix(prefix) || prefix.hasPrefix($0.key) }
            .flatMap { kind, names in kind.hasPrefix(prefix) ? Array(names) : names.filter { $0.hasPrefix(prefix) } }
    }

    /// Counts a transaction that changed documents.
    mutating func countChange() { revision += 1 }

    /// Stores a document, or removes it if the slot is `nil`.
    ///
    /// - Returns: When the document lapses, if that differs from before.
    mutating func set(_ slot: Slot?, named name: String) -> Lapse? {
        let kind = Self.kind(of: name)
        guard let slot else {
            guard slots.removeValue(forKey: name) != nil else { return nil }
            kinds[kind]?.remove(name)
            return nil
        }
        let former = slots.updateValue(slot, forKey: name)
        if former == nil { kinds[kind, default: []].insert(name) }
        guard let at = slot.lapsesAt, at != former?.lapsesAt else { return nil }
        return Lapse(at: at, name: name)
    }

    /// Returns the part of a name that all documents of its kind share: up to its second slash.
    private static func kind(of name: String) -> String {
        let slashes = name.utf8.indices.lazy.filter { name.utf8[$0] == UInt8(ascii: "/") }
        guard let end = slashes.prefix(2).last else { return "" }
        return String(name[...end])
    }

    /// Removes all documents.
    mutating func clear() {
        (slots, kinds) = ([:], [:])
        replacements += 1
    }

    /// Takes the documents of other contents in place of its own.
    ///
    /// - Returns: When the documents lapse.
    mutating func share(documentsOf other: MemoryContents) -> [Lapse] {
        (slots, kinds) = (other.slots, other.kinds)
        return slots.compactMap { name, slot in slot.lapsesAt.map { Lapse(at: $0, name: name) } }
    }

    /// Appends a line to the log, and removes the oldest one if there are too many.
    mutating func append(_ entry: any Encodable & Sendable) {
        lastLine += 1
        log[lastLine] = entry
        if log.count > LogLine.mostKept {
            log[firstLine] = nil
            firstLine += 1
        }
    }

    /// Removes the log; the numbers of later lines continue.
    mutating func clearLog() {
        log = [:]
        firstLine = lastLine + 1
    }
}
