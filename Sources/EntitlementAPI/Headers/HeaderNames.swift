package import HTTPTypes

extension HTTPField.Name {
    /// `AP-Device-Identifier`: which device asks.
    package static let deviceIdentifier = literal("AP-Device-Identifier")
    /// `X-Device-Info`: what the device is.
    package static let deviceInformation = literal("X-Device-Info")
    /// `AP-Partner-Framework-Status`: what the partner's framework said on the device.
    package static let frameworkStatus = literal("AP-Partner-Framework-Status")
    /// `AP-TempPass-Identity`: who uses a promotional pass.
    package static let temporaryIdentity = literal("AP-TempPass-Identity")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no header name") }
        return field
    }
}
