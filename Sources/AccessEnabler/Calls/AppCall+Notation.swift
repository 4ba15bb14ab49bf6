import TVSimCore
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
        case .checkStorage(let check): return .string("\(check)")
        case .checkAuthentication, .getSelectedProvider, .logout: return .null
        }
    }

    /// The arguments without secrets and without what the SDK ignores, as the journal has them.
    var recordedArguments: JSONValue {
        switch self {
        case .setRequestor(let id, let services) where !services.isEmpty:
            // An address may have a password.
            let addresses = ServiceAddress.list(services).map { $0.url ?? "the vendor's" }
            return AppCall.setRequestor(id, serviceProviders: addresses).arguments
        case .getAuthentication(var request):
            request.featured = request.providers == nil ? nil : request.featuredAmongShown
            if request.featured == [] { request.featured = nil }
            request.data = request.data.redacted
            return request.notation
        case .checkAuthorization(let resource, let data), .getAuthorization(let resource, let data):
            return AppCall.checkAuthorization(resource, data: data.redacted).arguments
        case .handleExternalURL(let url): return .string(String(url.prefix { $0 != "?" }))
        case .setOptions: return Redaction.redact(arguments)
        default: return arguments
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
            filter["TV_PROVIDERS"] = providers.map { .array($0.map { .string($0.rawValue) }) }
            filter["FEATURED_TV_PROVIDERS"] = featured.map { .array($0.map { .string($0.rawValue) }) }
            members["filter"] = .object(filter)
        }
        if forced { members["force"] = true }
        if !data.isEmpty { members["data"] = .object(data.members) }
        return members.isEmpty ? .null : .object(members)
    }
}

extension GenericData {
    /// The data without secrets.
    fileprivate var redacted: GenericData {
        guard case .object(let members) = Redaction.redact(.object(members)) else { return self }
        return GenericData(json: members)
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
