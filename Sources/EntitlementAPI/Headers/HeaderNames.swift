package import HTTPTypes

extension HTTPField.Name {
    /// `AP-Device-Identifier`: the device identifier.
    package static let deviceIdentifier = literal("AP-Device-Identifier")
    /// `X-Device-Info`: the description of the device.
    package static let deviceInformation = literal("X-Device-Info")
    /// `AP-Partner-Framework-Status`: the status of the partner's framework on the device.
    package static let frameworkStatus = literal("AP-Partner-Framework-Status")
    /// `AP-TempPass-Identity`: the user of a promotional pass.
    package static let temporaryIdentity = literal("AP-TempPass-Identity")
    /// `X-SSO-ID`: the user, as identified by an app to the single sign-on service.
    package static let singleSignOnID = literal("X-SSO-ID")
    /// `X-SSO-LINK`: the link code of another device.
    package static let singleSignOnLink = literal("X-SSO-LINK")
    /// `AD-Service-Token`: the user, as identified by the app's identity service or the single sign-on service.
    package static let serviceToken = literal("AD-Service-Token")
    /// `Adobe-Subject-Token`: the user, as identified by the platform.
    package static let subjectToken = literal("Adobe-Subject-Token")
    /// `X-Roku-Reserved-Roku-Connect-Token`: the user, as identified by Roku.
    package static let rokuToken = literal("X-Roku-Reserved-Roku-Connect-Token")
    /// `AP-Visitor-Identifier`: the user's Experience Cloud ID.
    package static let visitorIdentifier = literal("AP-Visitor-Identifier")
    /// `X-Forwarded-For`: the addresses of the client and of proxies.
    package static let forwardedFor = literal("X-Forwarded-For")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("invalid header name '\(name)'") }
        return field
    }
}
