package import EntitlementAPI
import EntitlementService
import Foundation
import IdentityProvider
import SimulatedDevice
import SimulationCore
package import StateStorage

/// A device as one JSON document: every document of its store.
///
/// Keys are sorted and values canonical, so that export, import and export again give the same bytes.
package struct DeviceDocument: Codable, Sendable {
    /// What the file is.
    package var format: String
    /// The version of this form.
    package var version: Int
    /// The store's documents by name.
    package var documents: [String: JSONValue]

    static let format = "tvsim-device"
    static let version = 1

    /// Takes everything that a store holds, but its log.
    package init(of store: any StateStore) throws {
        format = Self.format
        version = Self.version
        let texts = try store.read { try $0.documents() }
        documents = [:]
        for (name, text) in texts {
            documents[name] = try JSONText.value(text)
        }
    }

    /// Reads a document, strictly.
    ///
    /// - Throws: ``CommandError`` when the text is not an exported device, or holds state that does not decode.
    package init(text: String, source: String) throws {
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(source): \(reason)") }
        let value: JSONValue
        do {
            value = try JSONText.value(text)
        } catch let error as MalformedJSON {
            let place = SourcePosition(ofOctet: error.octet, in: text)
            throw CommandError(
                .malformed, "\(source):\(place.line):\(place.column): this is not JSON: \(error.reason)")
        }
        guard case .object(let fields) = value else { throw refuse("this is not the JSON of an exported device") }
        guard fields["format"] == .string(Self.format) else { throw refuse("this is not an exported device") }
        guard fields["version"] == .integer(Int64(Self.version)) else {
            throw refuse("the export is of a version that this tvsim does not read (it reads \(Self.version))")
        }
        if let extra = fields.keys.sorted().first(where: { !["format", "version", "documents"].contains($0) }) {
            throw refuse("an exported device has no key '\(extra)'")
        }
        guard case .object(let documents)? = fields["documents"] else { throw refuse("'documents' is missing") }
        format = Self.format
        version = Self.version
        self.documents = documents
        do {
            try check()
        } catch let error as StateError {
            throw refuse(error.description)
        } catch let error as CommandError {
            throw refuse(error.description)
        } catch let error as ProfileError {
            throw refuse("the device's profile does not decode: \(error)")
        }
    }

    /// Writes the export.
    ///
    /// - Parameter largest: The most bytes that are ever imported.
    /// - Returns: Its text.
    /// - Throws: ``CommandError`` when it is larger, since it could not be imported.
    package func text(upTo largest: Int = NamedFile.largest) throws -> String {
        let text = try JSONText.pretty(self) + "\n"
        guard text.utf8.count <= largest else {
            throw CommandError(
                .unwritable,
                "the export would be larger than \(largest >> 20) MiB, more than is ever imported; "
                    + "'tvsim device erase' returns a device to its profile")
        }
        return text
    }

    /// Replaces everything in a store by the document, all or nothing.
    package func replace(contentsOf store: any StateStore) throws {
        try store.replaceAll(with: try loaded())
    }

    /// Returns the document as a store in memory.
    func loaded() throws -> MemoryStateStore {
        let store = MemoryStateStore()
        try store.write { state in
            for (name, value) in documents { try state.setEncodedValue(try JSONText.line(value), named: name) }
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
        if let name = names.first(where: { !Self.isUncounted($0) && documents[$0]?.isCountable == false }) {
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
        try world.device.check()
        try world.providers.check()
        try world.service.check()
        if let stored = try StoredProfile.kept(in: store), try stored.decoded().name != stored.name {
            throw StateError(
                .malformedDocument, "the document '\(StoredProfile.key.name)' has another name than its profile")
        }
        _ = try world.describedProviders()
        guard names.contains(World.installedDocument) else {
            throw StateError(.malformedDocument, "the document '\(World.installedDocument)' is missing")
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
        StoredProfile.documents,
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
