import TVSimStructuredText

// The messages of the single sign-on service. If a table and a sample of its documentation disagree about the name of a
// member, the sample's name is used (Differences, S-107).

/// The result that a response of the single sign-on service names.
package enum SingleSignOnStatus: String, WireWord {
    /// Something new was created.
    case created = "CREATED"
    /// The request succeeded.
    case ok = "OK"
}

/// A new or refreshed service token.
package struct ServiceTokenResponse: Codable, Hashable, Sendable {
    /// The result.
    package var status: SingleSignOnStatus
    /// The service token, a JWS, for the header `AD-Service-Token`.
    package var serviceToken: String
    /// The start of the token's validity.
    package var notBefore: Milliseconds
    /// The end of the token's validity.
    package var notAfter: Milliseconds

    /// Creates a response.
    package init(
        _ status: SingleSignOnStatus, serviceToken: String, notBefore: Milliseconds, notAfter: Milliseconds
    ) {
        self.status = status
        self.serviceToken = serviceToken
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}

/// A link code, which connects another device.
package struct LinkResponse: Codable, Hashable, Sendable {
    /// The result.
    package var status: SingleSignOnStatus
    /// The link code, for the header `X-SSO-LINK`.
    package var code: String
    /// The start of the code's validity.
    package var notBefore: Milliseconds
    /// The end of the code's validity.
    package var notAfter: Milliseconds

    /// Creates a response.
    package init(code: String, notBefore: Milliseconds, notAfter: Milliseconds) {
        status = .created
        self.code = code
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}

/// A device identifier, as an app created it: the decoded value of `AP-Device-Identifier`.
package struct DeviceID: Identifier, CodingKeyRepresentable, SchemaValue {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The devices to unlink.
package struct UnlinkRequest: Codable, Hashable, Sendable {
    /// The device identifiers.
    package var devices: [DeviceID]

    /// Creates a request.
    package init(devices: [DeviceID]) {
        self.devices = devices
    }
}

/// The devices that were unlinked.
package struct UnlinkResponse: Codable, Hashable, Sendable {
    /// The result.
    package var status: SingleSignOnStatus
    /// The device identifiers, without those of devices that were not linked.
    package var unlinkedDevices: [DeviceID]

    /// Creates a response.
    package init(unlinkedDevices: [DeviceID]) {
        status = .ok
        self.unlinkedDevices = unlinkedDevices
    }
}

/// The linked devices.
package struct LinkedDevicesResponse: Codable, Hashable, Sendable {
    /// What is known of a device.
    package struct Device: Codable, Hashable, Sendable {
        /// How a device has its profile.
        package enum Kind: String, WireWord {
            /// The user signed in on the device.
            case regular
            /// The device shares the sign-in of another device.
            case sso
        }

        /// The hardware type; `nil` if the device did not send it.
        package var deviceType: String?
        /// The model; `nil` if the device did not send it.
        package var model: String?
        /// The name of the operating system; `nil` if the device did not send it.
        package var os: String?
        /// The version of the operating system; `nil` if the device did not send it.
        package var osVersion: String?
        /// The time of the device's last request.
        package var lastSeen: Milliseconds
        /// How the device has its profile.
        package var type: Kind

        /// Creates the description of a device that sent nothing about itself.
        package init(_ type: Kind, lastSeen: Milliseconds) {
            self.type = type
            self.lastSeen = lastSeen
        }
    }

    /// The devices, by identifier.
    package var devices: [DeviceID: Device]

    /// Creates a response.
    package init(devices: [DeviceID: Device]) {
        self.devices = devices
    }
}
