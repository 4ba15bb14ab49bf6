extension VSError.Code {
    /// The fault name of every code.
    package static let faultNames: [String] = allInOrder.map { "\($0)" }

    /// The name of every fault of a metadata request: the codes, and metadata without the provider.
    package static let metadataFaultNames: [String] = faultNames + [FrameworkResponder.faultWithoutProvider]

    private static let allInOrder: [VSError.Code] = [
        .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable, .providerRejected,
        .invalidVerificationToken, .rejected, .unsupported,
    ]

    /// Creates the code of a fault name; `nil` if the name is unknown.
    init?(faultName: String) {
        guard let code = Self.allInOrder.first(where: { "\($0)" == faultName }) else { return nil }
        self = code
    }
}
