import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StructuredText

/// One request that has reached an endpoint.
struct ServiceRequest: Sendable {
    /// The endpoint, with the parameters of the path.
    let route: Route
    /// The header fields.
    let fields: HTTPFields
    /// The query as it stands in the target: what a signature covers.
    let rawQuery: String
    /// The body.
    let body: Data
    /// The instant at which the request is answered.
    let now: Date
    /// By which address the client came.
    var served = ServedAddress.inProcess

    /// The bearer token; `nil` when the request carries none.
    var bearerToken: BearerToken? {
        header(.authorization).flatMap(BearerToken.init(headerValue:))
    }

    /// Returns a header's value; one that is longer than ``RequestLimits/headerValue`` counts as missing.
    func header(_ name: HTTPField.Name) -> String? {
        // One field's value is taken as it is; several are one, joined by commas (RFC 9110 § 5.3).
        let values = fields[values: name]
        let value = values.count == 1 ? values[0] : fields[name]
        return value.flatMap { $0.utf8.count <= RequestLimits.headerValue ? $0 : nil }
    }

    /// What the device says that it is; a script in a browser, which is known by its `Origin`, need not say it.
    ///
    /// - Throws: ``Refusal`` when the header is missing or malformed.
    /// - Note: The documentation lets browsers leave it out. See Differences, S-84.
    func deviceInformation() throws -> DeviceInformation {
        if fields[.deviceInformation] == nil, fields[.origin] != nil { return DeviceInformation(members: [:]) }
        guard let information = header(.deviceInformation).flatMap(DeviceInformation.init(headerValue:)) else {
            throw Refusal(.invalidHeaderDeviceInfo, "X-Device-Info is missing, or is not the Base64 of a JSON object.")
        }
        return information
    }

    /// What the device says that it is, with what the request itself shows where that says nothing.
    ///
    /// - Throws: ``Refusal`` as ``deviceInformation()`` does.
    /// - Note: What a user agent means is not guessed at. See Differences, S-84.
    func shownDevice() throws -> [String: JSONValue] {
        let shown = ["userAgent": header(.userAgent), "connectionIp": Self.forwardedAddress(header(.forwardedFor))]
        return try deviceInformation().members.merging(
            shown.compactMapValues { $0.map(JSONValue.string) }, uniquingKeysWith: { said, _ in said })
    }

    /// The address that the first server in between forwards; `nil` when none does.
    static func forwardedAddress(_ header: String?) -> String? {
        let first = header?.split(separator: ",", omittingEmptySubsequences: false).first
        let address = first?.trimmingCharacters(in: .whitespaces) ?? ""
        return address.isEmpty ? nil : address
    }

    /// Which device asks.
    ///
    /// - Throws: ``Refusal`` when the header is missing or malformed.
    func deviceIdentifier() throws -> DeviceIdentifier {
        guard let identifier = header(.deviceIdentifier).flatMap(DeviceIdentifier.init(headerValue:)) else {
            throw Refusal(
                .invalidHeaderDeviceIdentifier,
                "AP-Device-Identifier is missing, or is not 'fingerprint' and the Base64 of an identifier.")
        }
        return identifier
    }
}

/// How much of a request is read before it is refused.
package enum RequestLimits {
    /// Bytes of a request's target: what servers and browsers commonly take.
    static let target = 8 * 1024
    /// Bytes of one header's value: a framework status or a token has well under a tenth of it.
    static let headerValue = 16 * 1024
    /// Bytes of a body: a SAML response of 512 KiB, in Base64 and percent-encoded, still fits.
    package static let body = 2 * 1024 * 1024
}
