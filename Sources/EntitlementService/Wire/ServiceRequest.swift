import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StructuredText

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

    /// Returns the device information; empty for a browser script without the header, recognized by `Origin`.
    ///
    /// - Throws: ``Refusal`` if the header is missing or malformed.
    /// - Note: The documentation lets browsers omit the header. See Differences, S-84.
    func deviceInformation() throws -> DeviceInformation {
        if fields[.deviceInformation] == nil, fields[.origin] != nil { return DeviceInformation(members: [:]) }
        guard let information = header(.deviceInformation).flatMap(DeviceInformation.init(headerValue:)) else {
            throw Refusal(.invalidHeaderDeviceInfo, "X-Device-Info is missing or is not a JSON object in Base64.")
        }
        return information
    }

    /// Returns the device information, completed by the user agent and the IP address of the request.
    ///
    /// - Throws: ``Refusal`` as ``deviceInformation()`` does.
    /// - Note: The user agent is not interpreted. See Differences, S-84.
    func shownDevice() throws -> [String: JSONValue] {
        let shown = ["userAgent": header(.userAgent), "connectionIp": Self.forwardedAddress(header(.forwardedFor))]
        return try deviceInformation().members.merging(
            shown.compactMapValues { $0.map(JSONValue.string) }, uniquingKeysWith: { said, _ in said })
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
        guard let identifier = header(.deviceIdentifier).flatMap(DeviceIdentifier.init(headerValue:)) else {
            throw Refusal(
                .invalidHeaderDeviceIdentifier,
                "AP-Device-Identifier is missing or is not 'fingerprint' and an identifier in Base64.")
        }
        return identifier
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
