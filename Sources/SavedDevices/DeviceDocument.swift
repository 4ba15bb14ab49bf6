import EntitlementService
import Foundation
import IdentityProvider
import SimulatedDevice
import SimulatedWorld
import SimulationCore
package import StateStorage
import StructuredText

/// An exported device that was read and validated, to be imported.
package struct DeviceDocument: Sendable {
    /// The store's documents by name, as JSON on one line; mappings keep the order of their keys.
    private let documents: [String: String]
    /// The names of documents with a number that is too large.
    private let uncountable: [String]

    /// The size of the largest export that can be imported, in bytes: a world with 300,000 clients.
    ///
    /// An import is in memory as a whole, because it is validated as a whole.
    package static let largest = 512 << 20

    /// How many values a document of an export has at most; the largest real ones have thousands.
    private static let mostValues = 250_000

    /// Returns how many documents an export of a size has at most; real ones have a few hundred bytes each.
    private static func mostDocuments(in octets: Int) -> Int { 100_000 + octets / 100 }

    /// Reads and validates an exported device.
    ///
    /// - Parameters:
    ///   - text: The JSON of the export.
    ///   - source: The name of the file, for error messages.
    /// - Throws: `CommandError` when the text is not an exported device, or a document in it is invalid.
    package init(text: String, source: String) throws {
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(source): \(reason)") }
        var (read, uncountable): ([String: String], [String]) = ([:], [])
        let export: JSONValue
        do throws(SourceError) {
            export = try JSONReader.value(
                of: text, large: ["documents"], most: Self.mostDocuments(in: text.utf8.count),
                mostValues: Self.mostValues
            ) { name, document in
                read[name] = JSONText.line(ordered: document)
                if !document.isCountable, !Self.isUncounted(name) { uncountable.append(name) }
            }
        } catch {
            throw CommandError(
                .malformed, "\(source):\(error.position.line):\(error.position.column): \(error.reason)")
        }
        guard case .object(let members) = export else {
            throw refuse("this is not the JSON of an exported device")
        }
        guard members["format"] == .string(DeviceExport.format) else {
            throw refuse("this is not an exported device")
        }
        guard members["version"] == .integer(Int64(DeviceExport.version)) else {
            throw refuse("unsupported export version: this tvsim supports version \(DeviceExport.version)")
        }
        if let extra = members.keys.sorted().first(where: { !["format", "version", "documents"].contains($0) }) {
            throw refuse("unknown key '\(extra)' in the export")
        }
        guard case .object? = members["documents"] else { throw refuse("missing 'documents'") }
        (documents, self.uncountable) = (read, uncountable)
        do {
            try check()
        } catch let error as StateError {
            throw refuse(error.description)
        } catch let error as CommandError {
            throw refuse(error.description)
        }
    }

    /// Replaces all documents of a store in one transaction, and clears its journal.
    package func replace(contentsOf store: any StateStore) throws {
        try store.replaceAll(with: try loaded())
        try World(store: store).recordReplacement(.import)
    }

    /// Returns a store in memory with these documents.
    ///
    /// - Throws: `StateError` with the name of the first malformed document.
    func loaded() throws -> MemoryStateStore {
        let store = MemoryStateStore()
        try store.write { state in
            for (name, json) in documents.sorted(by: { $0.key < $1.key }) {
                let lapse = try Self.rooms.first { $0.contain(name) }?.lapse(of: name, json)
                try state.set(StoredDocument(name: name, json: json, lapsesAt: lapse))
            }
        }
        return store
    }

    /// Validates all documents, so that an import fails instead of a later use of the device.
    private func check() throws {
        let names = documents.keys.sorted()
        if let wrong = names.first(where: { name in
            name.isEmpty || !name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        }) {
            throw StateError(.malformedDocument, "invalid document name '\(wrong)'")
        }
        if let name = uncountable.min() {
            throw StateError(.malformedDocument, "a number in the document '\(name)' is too large")
        }
        if let unknown = names.first(where: { name in !Self.rooms.contains { $0.contain(name) } }) {
            throw StateError(.malformedDocument, "unknown document '\(unknown)'")
        }
        let store = try loaded()
        let world = World(store: store)
        try world.simulation.check()
        for fault in try world.simulation.faults.plan().faults {
            try FaultCatalog.check(fault)
        }
        try world.service.check()
        guard names.contains(WorldOrigin.key.name) else {
            throw StateError(.malformedDocument, "missing document '\(WorldOrigin.key.name)'")
        }
    }

    /// Returns whether a document may have integers of 64 bits.
    ///
    /// Identifiers and faults may, because their own modules validate them. Sessions may too, because they only store
    /// the numbers in a client's device information.
    private static func isUncounted(_ name: String) -> Bool {
        Simulation.longNumbers.contains(name) || name.hasPrefix(EntitlementService.sessionDocuments)
    }

    /// The documents of each module that stores some.
    private static let rooms = [
        Simulation.documents, Device.documents, IdentityProviderDirectory.documents, EntitlementService.documents,
        WorldOrigin.documents,
    ]
}

extension JSONValue {
    /// Whether no number in the value exceeds 2⁵³.
    ///
    /// Arithmetic on such numbers cannot overflow. JSON readers that use doubles do not represent every larger integer
    /// exactly.
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
