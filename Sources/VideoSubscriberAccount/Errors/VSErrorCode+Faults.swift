extension VSError.Code {
    /// Every code under the name that a fault gives it.
    package static let faultNames: [String] = allInOrder.map { "\($0)" }

    /// Every fault that a metadata request can meet: the codes, and metadata that does not name the provider.
    package static let metadataFaultNames: [String] = faultNames + [Answerer.faultWithoutProvider]

    private static let allInOrder: [VSError.Code] = [
        .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable, .providerRejected,
        .invalidVerificationToken, .rejected, .unsupported,
    ]

    /// The code that a fault names.
    init?(faultName: String) {
        guard let code = Self.allInOrder.first(where: { "\($0)" == faultName }) else { return nil }
        self = code
    }
}
