import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// A request that has reached an endpoint.
struct ServiceRequest: Sendable {
    /// The endpoint, with the parameters of the path.
    let route: Route
    /// The header fields.
    let fields: HTTPFields
    /// The query as received; a signature covers these bytes.
    let rawQuery: String
    /// The body.
    let body: Data
    /// The time of the request.
    let now: Date
    /// The address that the client used.
    var served = ServedAddress.inProcess
    /// What becomes of the inputs of the request.
    var inputs = RequestInputs()
    /// What was decided about the faults of the request.
    var faults = FaultDraw()

    /// The bearer token; `nil` if the request has none.
    var bearerToken: BearerToken? {
        header(.authorization).flatMap(BearerToken.init(headerValue:))
    }

    /// Returns a header's value; `nil` if it is missing or longer than ``RequestLimits/headerValue``.
    func header(_ name: HTTPField.Name) -> String? {
        // A single value is unchanged. Several values are joined by commas (RFC 9110, 5.3).
        let values = fields[values: name]
        let value = values.count == 1 ? values[0] : fields[name]
        return value.flatMap { $0.utf8.count <= RequestLimits.headerValue ? $0 : nil }
    }

    /// Whether a script in a browser sent the request.
    ///
    /// Browsers may omit `X-Device-Info`.
    var isFromBrowser: Bool { fields[.origin] != nil }

    /// The content of `X-Device-Info`; `nil` if the header is missing or is not the Base64 of a JSON object.
    var deviceHeader: DeviceInformation? { header(.deviceInformation).flatMap(DeviceInformation.init(headerValue:)) }

    /// What is wrong with a device information that cannot be read.
    var deviceInformationFlaw: InputFate {
        if let flaw = flaw(of: .deviceInformation) { return flaw }
        let isBase64 = Data(base64Encoded: header(.deviceInformation) ?? "") != nil
        return InputFate(
            HTTPField.Name.deviceInformation.rawName, isBase64 ? .form : .encoding,
            found: isBase64 ? "not that of a JSON object" : "not Base64", expected: "a JSON object in Base64")
    }

    /// The device information: `X-Device-Info`, or else what `User-Agent` says, except for a script in a browser.
    ///
    /// The user agent of such a script is the browser's. See Differences, S-84.
    var device: DeviceInformation {
        deviceHeader
            ?? (isFromBrowser ? DeviceInformation(members: [:]) : DeviceInformation(userAgent: header(.userAgent)))
    }

    /// The device information, completed by the user agent and the IP address of the request.
    var shownDevice: Members {
        let shown = ["userAgent": header(.userAgent), "connectionIp": Self.forwardedAddress(header(.forwardedFor))]
        return device.members.merging(
            Members(shown.compactMapValues { $0.map(JSONValue.string) }), uniquingKeysWith: { said, _ in said })
    }

    /// Returns the first address of an `X-Forwarded-For` header; `nil` if the address is missing.
    static func forwardedAddress(_ header: String?) -> String? {
        let first = header?.split(separator: ",", omittingEmptySubsequences: false).first
        let address = first?.trimmingCharacters(in: .whitespaces) ?? ""
        return address.isEmpty ? nil : address
    }

    /// Returns the device identifier.
    ///
    /// - Throws: ``Refusal`` if the header is missing or malformed.
    func deviceIdentifier() throws -> DeviceIdentifier {
        if let identifier = header(.deviceIdentifier).flatMap(DeviceIdentifier.init(headerValue:)) { return identifier }
        throw Refusal(.invalidHeaderDeviceIdentifier, deviceIdentifierFlaw)
    }

    /// What is wrong with the device identifier; it is shown, because it is not a secret.
    private var deviceIdentifierFlaw: InputFate {
        if let flaw = flaw(of: .deviceIdentifier) { return flaw }
        return InputFate(
            HTTPField.Name.deviceIdentifier.rawName, .form, found: Naming.quoted(header(.deviceIdentifier) ?? ""),
            expected: "'fingerprint', a blank and the identifier in Base64")
    }

    /// Returns the device identifier as the single sign-on service lists it.
    ///
    /// - Throws: ``Refusal`` as ``deviceIdentifier()`` does.
    func deviceID() throws -> DeviceID {
        DeviceID(try deviceIdentifier().fingerprint)
    }
}

/// The size limits of a request.
package enum RequestLimits {
    /// The maximum length of the request target in bytes, a common limit of servers.
    static let target = 8 * 1024
    /// The maximum length of a header value in bytes; statuses and tokens have less than a tenth of it.
    static let headerValue = 16 * 1024
    /// The maximum size of a body in bytes; a SAML response of 512 KiB fits after Base64 and percent-encoding.
    package static let body = 2 * 1024 * 1024
}
