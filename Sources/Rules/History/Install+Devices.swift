import TVSimEntitlementAPI
import TVSimStructuredText

// Devices that share client credentials, as those of a server may do (Dynamic Client Registration FAQs, 7).
extension Install {
    /// What each device did whose requests have the same client credentials; the install alone if it names one device at
    /// most.
    ///
    /// A request without a device belongs to the one that began the session of its code, or whose address it has, or else
    /// to none: such requests are an install of their own. All share the registration and the access token.
    var ofDevices: [Install] {
        var devices: [String] = []
        var begun: [String: String] = [:]
        var users: [String: Set<String>] = [:]
        for fact in moments.compactMap(\.request) where !fact.isOfRegistration {
            guard let device = fact.device else { continue }
            if !devices.contains(device) { devices.append(device) }
            if let code = fact.answer?.session?.code { begun[code] = begun[code] ?? device }
            if let address = fact.address { users[address, default: []].insert(device) }
        }
        guard devices.count > 1 else { return [self] }
        func owner(of fact: RequestFact) -> String? {
            if let named = fact.device ?? fact.parameters["code"].flatMap({ begun[$0] }) { return named }
            guard let address = fact.address, let found = users[address], found.count == 1 else { return nil }
            return found.first
        }
        func part(of device: String?) -> Install {
            var own = self
            own.moments = moments.filter { moment in
                guard let fact = moment.request, !fact.isOfRegistration else { return true }
                return owner(of: fact) == device
            }
            return own
        }
        let nameless = part(of: nil)
        let isEmpty = nameless.requests.allSatisfy { $0.request?.isOfRegistration ?? true }
        return devices.map { part(of: $0) } + (isEmpty ? [] : [nameless])
    }
}

extension RequestFact {
    /// Whether the request gets client credentials or an access token.
    var isOfRegistration: Bool { endpoint == .register || endpoint == .token }

    /// The address of the device that a server names; `nil` if it names none.
    fileprivate var address: String? { header("X-Forwarded-For")?.value?.string }
}
