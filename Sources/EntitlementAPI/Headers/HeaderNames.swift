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
    /// `AD-Service-Token`: who the person is, in the words of the app's identity service.
    package static let serviceToken = literal("AD-Service-Token")
    /// `Adobe-Subject-Token`: who the person is, in the words of the platform.
    package static let subjectToken = literal("Adobe-Subject-Token")
    /// `X-Roku-Reserved-Roku-Connect-Token`: the same, on Roku.
    package static let rokuToken = literal("X-Roku-Reserved-Roku-Connect-Token")
    /// `AP-Visitor-Identifier`: the person's Experience Cloud ID.
    package static let visitorIdentifier = literal("AP-Visitor-Identifier")
    /// `X-Forwarded-For`: for whom a server in between asks.
    package static let forwardedFor = literal("X-Forwarded-For")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no header name") }
        return field
    }
}
