import TVSimEntitlementAPI

// Devices that share client credentials, as those of a server may do (Dynamic Client Registration FAQs, 7).
extension Install {
    /// What each device did whose requests have the same client credentials; the install alone if it names one device at
    /// most.
    ///
    /// A request without a device belongs to the one that began the session of its code, or else to all of them: they
    /// share the registration and the access token.
    var ofDevices: [Install] {
        var devices: [String] = []
        var begun: [String: String] = [:]
        for fact in moments.compactMap(\.request) where !fact.isOfRegistration {
            guard let device = fact.device else { continue }
            if !devices.contains(device) { devices.append(device) }
            if let code = fact.answer?.session?.code { begun[code] = begun[code] ?? device }
        }
        guard devices.count > 1 else { return [self] }
        return devices.map { device in
            var own = self
            own.moments = moments.filter { moment in
                guard let fact = moment.request, !fact.isOfRegistration else { return true }
                return (fact.device ?? fact.parameters["code"].flatMap { begun[$0] } ?? device) == device
            }
            return own
        }
    }
}

extension RequestFact {
    /// Whether the request gets client credentials or an access token.
    var isOfRegistration: Bool { endpoint == .register || endpoint == .token }
}
