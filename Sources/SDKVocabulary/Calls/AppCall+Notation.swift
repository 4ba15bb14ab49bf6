package import TVSimStructuredText

extension AppCall {
    /// The arguments in the notation of a profile's flow; null without arguments.
    package var arguments: JSONValue {
        switch self {
        case .setRequestor(let id, let services):
            let name = JSONValue.string(id.rawValue)
            return services.isEmpty ? name : ["id": name, "services": Self.list(services)]
        case .getAuthentication(let request): return request.notation
        case .setSelectedProvider(let mvpd): return mvpd.map { .string($0.rawValue) } ?? .null
        case .getMetadata(let key): return key.notation
        case .checkAuthorization(let resource, let data), .getAuthorization(let resource, let data):
            let name = JSONValue.string(resource.rawValue)
            return data.isEmpty ? name : ["resource": name, "data": .object(data.members)]
        case .checkPreauthorizedResources(let resources, let usesCache):
            let list = Self.list(resources.map(\.rawValue))
            return usesCache ? list : ["resources": list, "cache": false]
        case .preauthorize(let request):
            let list = Self.list(request.resources.map(\.rawValue))
            return request.usesCache ? ["resources": list] : ["resources": list, "cache": false]
        case .handleExternalURL(let url): return .string(url)
        case .setOptions(let options): return .object(options.given)
        case .checkStorage(let check): return .string(check.rawValue)
        case .checkAuthentication, .getSelectedProvider, .logout: return .null
        }
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension AuthenticationRequest {
    /// The arguments in the notation of a profile; null without arguments.
    fileprivate var notation: JSONValue {
        var members: Members = [:]
        if hasFilter {
            var filter: Members = [:]
            filter[Self.shownKey] = providers.map { .array($0.map { .string($0.rawValue) }) }
            filter[Self.featuredKey] = featured.map { .array($0.map { .string($0.rawValue) }) }
            members["filter"] = .object(filter)
        }
        if forced { members["force"] = true }
        if !data.isEmpty { members["data"] = .object(data.members) }
        return members.isEmpty ? .null : .object(members)
    }
}

extension MetadataKey {
    /// The key in the notation of a profile.
    package var notation: JSONValue {
        switch self {
        case .authentication: "authentication"
        case .authorization(let resource): ["authorization": .string(resource?.rawValue ?? "")]
        case .deviceID: "deviceID"
        case .user(let name): .string(name ?? "")
        case .invalid: .null
        }
    }
}
