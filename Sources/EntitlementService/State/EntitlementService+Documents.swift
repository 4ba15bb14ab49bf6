import Foundation
import SimulationCore
package import StateStorage

extension EntitlementService {
    /// The documents that the service keeps.
    package static let documents = ServiceDocument.all
    /// What the names of those begin with in which devices describe themselves.
    package static let sessionDocuments = ServiceDocument.sessions

    /// How many registrations a state may have counted: far from the last that a number of JSON can count (RFC 8259 § 6).
    private static let mostRegistrations = 1 << 52

    /// Refuses a state whose counter of registrations cannot go on.
    ///
    /// - Throws: `StateError` with the name of the document.
    package func check() throws {
        let registrations = try simulation.store.read { try $0.value(for: ServiceDocument.registrations) } ?? 0
        guard (0...Self.mostRegistrations).contains(registrations) else {
            throw StateError(
                .malformedDocument,
                "the document '\(ServiceDocument.registrations.name)': no registrations are left to count")
        }
    }
}
