/// Rejects encrypted names and attributes that cannot be decrypted.
///
/// Its failures are found while the claims are read. SAML Core 2.0, 6.
enum EncryptionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.encryption

    static func failures(_ context: PolicyContext) -> [ValidationFailure] { [] }
}
