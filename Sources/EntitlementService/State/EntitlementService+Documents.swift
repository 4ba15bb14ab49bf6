import Foundation
import TVSimCore
package import TVSimStateStorage

extension EntitlementService {
    /// The service's documents.
    package static let documents = ServiceDocument.all
    /// The name of the document with the configuration.
    package static var configurationDocument: String { ServiceDocument.configuration.name }
    /// The name prefix of the documents of sessions, which contain device information.
    package static let sessionDocuments = ServiceDocument.sessions

    /// The maximum number of registrations, far below the largest exact JSON number (RFC 8259, 6).
    private static let maximumRegistrations = 1 << 52

    /// Checks that more apps can register.
    ///
    /// - Throws: `StateError` with the document's name if the count of registrations is out of range.
    package func check() throws {
        let registrations = try simulation.store.read { try $0.value(for: ServiceDocument.registrations) } ?? 0
        guard (0...Self.maximumRegistrations).contains(registrations) else {
            throw StateError(
                .malformedDocument,
                "the document '\(ServiceDocument.registrations.name)': the count of registrations is out of range")
        }
    }
}
