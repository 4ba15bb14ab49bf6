import EntitlementService
import Foundation
import IdentityProvider
import SimulatedDevice
import SimulatedWorld
import SimulationCore
package import StateStorage
package import StructuredText

/// A device as one JSON document: every document of its store.
///
/// Keys are sorted and values canonical, so that export, import and export again give the same bytes.
package struct DeviceDocument: Sendable {
    /// The store's documents by name, with the keys of their mappings in their order.
    package var documents: [String: SourceNode.Content]

    static let format = "tvsim-device"
    static let version = 1
    /// The size of the largest export that is written or read, in bytes; a device with years of history is smaller.
    package static let largest = 64 << 20

    /// Takes everything that a store holds, but its log.
    package init(of store: any StateStore) throws {
        documents = [:]
        for (name, text) in try store.read({ try $0.documents() }) {
            documents[name] = try JSONReader.document(text).content
        }
    }

    /// Reads a document, strictly.
    ///
    /// - Throws: ``CommandError`` when the text is not an exported device, or holds state that does not decode.
    package init(text: String, source: String) throws {
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(source): \(reason)") }
        let node: SourceNode
        do throws(SourceError) {
            node = try JSONReader.document(text)
        } catch {
            throw CommandError(
                .malformed, "\(source):\(error.position.line):\(error.position.column): \(error.reason)")
        }
        guard case .mapping(let entries) = node.content else {
            throw refuse("this is not the JSON of an exported device")
        }
        guard node.entry("format")?.value.content == .string(Self.format) else {
            throw refuse("this is not an exported device")
        }
        guard node.entry("version")?.value.content == .integer(Int64(Self.version)) else {
            throw refuse("the export is of a version that this tvsim does not read (it reads \(Self.version))")
        }
        if let extra = entries.map(\.key).sorted().first(where: { !["format", "version", "documents"].contains($0) }) {
            throw refuse("an exported device has no key '\(extra)'")
        }
        guard case .mapping(let documents)? = node.entry("documents")?.value.content else {
            throw refuse("'documents' is missing")
        }
        self.documents = Dictionary(documents.map { ($0.key, $0.value.content) }) { first, _ in first }
        do {
            try check()
        } catch let error as StateError {
            throw refuse(error.description)
        } catch let error as CommandError {
            throw refuse(error.description)
        }
    }

    /// Writes the export.
    ///
    /// - Parameter largest: The most bytes that are ever imported.
    /// - Returns: Its text.
    /// - Throws: ``CommandError`` when it is larger, since it could not be imported.
    package func text(upTo largest: Int = DeviceDocument.largest) throws -> String {
        let text = JSONText.pretty(content) + "\n"
        guard text.utf8.count <= largest else {
            throw CommandError(
                .unwritable,
                "the export would be larger than \(largest >> 20) MiB, more than is ever imported; "
                    + "'tvsim device erase' returns a device to its profile")
        }
        return text
    }

    private var content: SourceNode.Content {
        let documents = documents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return .mapping([
            ("documents", .mapping(documents)), ("format", .string(Self.format)),
            ("version", .integer(Int64(Self.version))),
        ])
    }

    /// Replaces everything in a store by the document, all or nothing.
    package func replace(contentsOf store: any StateStore) throws {
        try store.replaceAll(with: try loaded())
    }

    /// Returns the document as a store in memory.
    func loaded() throws -> MemoryStateStore {
        let store = MemoryStateStore()
        try store.write { state in
            for (name, value) in documents { try state.setEncodedValue(JSONText.line(value), named: name) }
        }
        return store
    }

    /// Reads everything that this room knows, so that nothing is imported that would fail later.
    private func check() throws {
        let names = documents.keys.sorted()
        if let wrong = names.first(where: { name in
            name.isEmpty || !name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        }) {
            throw StateError(.malformedDocument, "'\(wrong)' cannot be the name of a document")
        }
        if let name = names.first(where: { !Self.isUncounted($0) && documents[$0]?.json.isCountable == false }) {
            throw StateError(.malformedDocument, "a number in the document '\(name)' is too large")
        }
        if let unknown = names.first(where: { name in !Self.rooms.contains { $0.contain(name) } }) {
            throw StateError(.malformedDocument, "no device has a document '\(unknown)'")
        }
        let store = try loaded()
        try store.read { state in for room in Self.rooms { try room.check(names, in: state) } }
        let world = World(store: store)
        try world.simulation.check()
        for fault in try world.simulation.faults.plan().faults {
            try FaultCatalog.check(error: fault.error, of: fault.operation.rawValue)
        }
        try world.service.check()
        guard names.contains(WorldOrigin.key.name) else {
            throw StateError(.malformedDocument, "the document '\(WorldOrigin.key.name)' is missing")
        }
    }

    /// Whether a document's numbers may take 64 bits: those of identifiers and faults, which their room judges, and what
    /// devices say of themselves, with which nobody counts.
    private static func isUncounted(_ name: String) -> Bool {
        Simulation.longNumbers.contains(name) || name.hasPrefix(EntitlementService.sessionDocuments)
    }

    /// The documents of every room that keeps some.
    private static let rooms = [
        Simulation.documents, Device.documents, IdentityProviderDirectory.documents, EntitlementService.documents,
        WorldOrigin.documents,
    ]
}

extension JSONValue {
    /// Whether every number in it is one that arithmetic on it cannot run over: not beyond 2⁵³, the last of the whole
    /// numbers that all readers of JSON take for the same.
    fileprivate var isCountable: Bool {
        switch self {
        case .integer(let number): number.magnitude <= 1 << 53
        case .number(let number): number.magnitude <= 0x1p53
        case .array(let values): values.allSatisfy(\.isCountable)
        case .object(let values): values.values.allSatisfy(\.isCountable)
        case .null, .bool, .string: true
        }
    }
}
