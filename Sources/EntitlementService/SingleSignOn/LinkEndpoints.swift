import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/{serviceProvider}/link`: returns a code that links another device.
struct LinkEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let subject = try request.serviceTokenSubject(orRefuse: .serviceTokenMissingForLink)
        let id = try request.base.deviceID()
        let link = LinkCode(
            subject: subject, notBefore: request.now, notAfter: request.now.addingTimeInterval(LinkCode.validity))
        let code = try store(link, requestedBy: id)
        return try ServiceAnswer(
            LinkResponse(code: code, notBefore: Milliseconds(link.notBefore), notAfter: Milliseconds(link.notAfter)),
            status: 201, outcome: "link created", reason: "The service token is valid.")
    }

    /// Stores a link under an unused code.
    ///
    /// - Returns: The code.
    private func store(_ link: LinkCode, requestedBy id: DeviceID) throws -> String {
        let now = link.notBefore
        // The code is drawn outside of the transaction, because the identifier source has its own.
        while true {
            let code = try simulation.identifiers.digits(LinkCode.length)
            let key = ServiceDocument.linkCode(code)
            let isStored = try simulation.store.write { state in
                try simulation.sweeper.sweep(at: now, in: state)
                if let other = try state.value(for: key), now < other.notAfter { return false }
                try state.setValue(link, for: key)
                try LinkedDevice.see(id, of: link.subject, at: now, in: state)
                return true
            }
            if isStored { return code }
        }
    }
}

/// `POST /api/{serviceProvider}/unlink`: ends the single sign-on of devices.
struct UnlinkEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let subject = try request.serviceTokenSubject(orRefuse: .serviceTokenMissingForUnlink)
        let id = try request.base.deviceID()
        let devices = try Self.devices(in: request.base.body)
        let unlinked = try simulation.store.write { state in
            try LinkedDevice.see(id, of: subject, at: request.now, in: state)
            return try devices.filter { device in
                let key = ServiceDocument.linkedDevice(device, of: subject)
                guard var record = try state.value(for: key), !record.isUnlinked else { return false }
                record.isUnlinked = true
                try state.setValue(record, for: key)
                return true
            }
        }
        return try ServiceAnswer(
            UnlinkResponse(unlinkedDevices: unlinked), outcome: "\(unlinked.count) of \(devices.count) unlinked",
            reason: "The service token is valid. Devices that are not linked are left out.")
    }

    /// Returns the devices that a body names.
    ///
    /// - Throws: ``Refusal`` if the body is not a JSON object, or does not name a device.
    private static func devices(in body: Data) throws -> [DeviceID] {
        guard case .object? = try? JSONValue(json: body) else {
            throw Refusal(singleSignOn: .requestNull, "The body is not a JSON object.")
        }
        guard let unlink = try? WireCoding.decode(UnlinkRequest.self, from: body), !unlink.devices.isEmpty else {
            throw Refusal(singleSignOn: .devicesMissing, "'devices' is not a list of device identifiers, or is empty.")
        }
        return unlink.devices
    }
}

/// `GET /api/{serviceProvider}/list`: lists the linked devices.
struct LinkedDevicesEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let subject = try request.serviceTokenSubject(orRefuse: .serviceTokenMissingForList)
        let id = try request.base.deviceID()
        let (records, shared) = try simulation.store.write { state in
            try LinkedDevice.see(id, of: subject, at: request.now, in: state)
            let names = try state.names(withPrefix: ServiceDocument.linkedDevices(of: subject))
            let records = try names.compactMap { try state.value(for: StateKey<LinkedDevice>($0)) }
            return (records, try state.value(for: ServiceDocument.shared(SharedIdentity(linked: subject))))
        }
        let signedIn = Set(
            (shared?.entries.values.filter { $0.profile.isValid(at: request.now) } ?? [])
                .map { DeviceID($0.fingerprint) })
        let linked = records.filter { !$0.isUnlinked }
        let devices = Dictionary(
            uniqueKeysWithValues: linked.map { ($0.id, $0.listed(signedIn.contains($0.id) ? .regular : .sso)) })
        return try ServiceAnswer(
            LinkedDevicesResponse(devices: devices), outcome: "\(devices.count) devices",
            reason: "The service token is valid.")
    }
}

extension LinkedDevice {
    /// Records a request of a linked device.
    fileprivate static func see(
        _ id: DeviceID, of subject: String, at now: Date, in state: any StateWriting
    ) throws {
        let key = ServiceDocument.linkedDevice(id, of: subject)
        guard var device = try state.value(for: key), device.lastSeen != now else { return }
        device.lastSeen = now
        try state.setValue(device, for: key)
    }
}
