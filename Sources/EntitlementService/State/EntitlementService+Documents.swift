package import TVSimStateStorage

extension EntitlementService {
    /// The service's documents.
    package static let documents = ServiceDocument.all
    /// The name of the document with the configuration.
    package static var configurationDocument: String { ServiceDocument.configuration.name }
}
