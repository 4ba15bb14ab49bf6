import HTTPTypes
package import TVSimCore
package import TVSimEntitlementAPI

extension RequestDecision {
    package var application: String? { details["software"]?.kept }
    package var way: JournalWay? { JournalWay(from: .client, to: .service) }

    /// The endpoint of the request, and the codes in its answer.
    package var visits: [CoverageItem] {
        let endpoint = Endpoint.api.first { $0.name == self.endpoint }
        // The single sign-on service has error codes of its own.
        let codes = endpoint?.errors == .singleSignOn ? [] : codes.compactMap(EnhancedErrorCode.named)
        return (endpoint.map { [.endpoint($0)] } ?? []) + codes.map(CoverageItem.errorCode)
    }
}

extension CoverageItem {
    /// An error that the service answered.
    package static func errorCode(_ code: EnhancedErrorCode) -> Self { Self(.errorCode, code.name) }

    /// An endpoint that a request reached.
    package static func endpoint(_ endpoint: Endpoint) -> Self {
        Self(.endpoint, "\(endpoint.method.rawValue) \(endpoint.template)")
    }
}
