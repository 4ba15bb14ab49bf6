package import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimStateStorage
import TVSimStructuredText

/// An exported device that was read and validated, to be imported.
package struct DeviceDocument: Sendable {
    /// The documents.
    let state = MemoryStateStore()

    /// The size of the largest export that can be imported, in bytes: a world with 300,000 clients.
    ///
    /// An import is in memory as a whole, because it is validated as a whole.
    package static let largest = 512 << 20

    /// How many values a document of an export has at most; the largest real ones have thousands.
    private static let mostValues = 250_000

    /// Returns how many documents an export of a size has at most.
    ///
    /// Real ones have a few hundred bytes each. A document takes 400 bytes of memory beside its text, so an import takes
    /// at most four times its file.
    private static func mostDocuments(in octets: Int) -> Int { 100_000 + octets / 300 }

    /// Reads and validates an exported device.
    ///
    /// - Parameters:
    ///   - octets: The JSON of the export, in UTF-8.
    ///   - source: The name of the file, for error messages.
    /// - Throws: `CommandError` when the text is not an exported device, or a document in it is invalid.
    package init(_ octets: some RandomAccessCollection<UInt8> & ContiguousBytes, source: String) throws {
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(source): \(reason)") }
        // Each document is stored as soon as it is read: no other copy of the whole exists.
        let (export, error) = try state.write { state in
            let taken = TakenDocuments(state)
            do throws(MalformedJSON) {
                let export = try JSONReader.value(
                    of: octets, .document, large: ["documents"], most: Self.mostDocuments(in: octets.count),
                    mostValues: Self.mostValues, taking: taken.take)
                return (export, taken.error)
            } catch {
                let position = "\(source):\(error.position.line):\(error.position.column)"
                throw CommandError(.malformed, "\(position): \(error.reasonInDocument)")
            }
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
        do {
            if let error { throw error }
            try check()
        } catch let error as StateError {
            throw refuse(error.description)
        } catch let error as CommandError {
            throw refuse(error.description)
        }
    }

    /// Replaces all documents of a store in one transaction, and clears its journal.
    package func replace(contentsOf store: any StateStore) throws {
        try store.replaceAll(with: state)
        try World(store: store).recordReplacement(.import)
    }

    /// Validates what concerns several documents, so that an import fails instead of a later use of the device.
    private func check() throws {
        let world = World(store: state)
        for fault in try world.simulation.faults.plan().faults {
            try FaultCatalog.check(fault, isStored: true)
        }
        guard try state.read({ try $0.document(named: WorldOrigin.key.name) }) != nil else {
            throw StateError(.malformedDocument, "missing document '\(WorldOrigin.key.name)'")
        }
    }
}

/// Stores the documents of an export one by one, and keeps the error that a reader should see first.
private final class TakenDocuments {
    /// The kinds of errors, the first one to see first.
    private enum Failure: Int {
        case name, unknown, content
    }

    private let state: any StateWriting
    private var first: (failure: Failure, name: String, error: any Error)?
    /// The error of the least kind, and of the least name among those.
    var error: (any Error)? { first?.error }

    init(_ state: any StateWriting) {
        self.state = state
    }

    func take(_ name: String, _ document: JSONValue) {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            return note(.name, name, "invalid document name '\(name)'")
        }
        guard let room = Self.rooms.first(where: { $0.contain(name) }) else {
            return note(.unknown, name, "unknown document '\(name)'")
        }
        do {
            let json = JSONText.line(ordered: document)
            try state.set(StoredDocument(name: name, json: json, lapsesAt: room.lapse(of: name, json)))
        } catch {
            note(.content, name, error)
        }
    }

    private func note(_ failure: Failure, _ name: String, _ reason: String) {
        note(failure, name, StateError(.malformedDocument, reason))
    }

    private func note(_ failure: Failure, _ name: String, _ error: any Error) {
        if let first, (first.failure.rawValue, first.name) <= (failure.rawValue, name) { return }
        first = (failure, name, error)
    }

    /// The documents of each module that stores some.
    private static let rooms = [
        Simulation.documents, Device.documents, IdentityProviderDirectory.documents, EntitlementService.documents,
        WorldOrigin.documents,
    ]
}
