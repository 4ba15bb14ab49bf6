import EntitlementAPI
import Identifiers
import SimulationCore
import StructuredText

extension AppCall {
    /// The name of the call, and its arguments without secrets, as the step of a flow has them; `nil` if no app made the
    /// call.
    var entry: (name: String, arguments: JSONValue)? {
        switch self {
        case .setRequestor(let id, let services):
            let name = JSONValue.string(id.rawValue)
            // An address may have a password, which the journal must not have.
            let addresses = ServiceAddress.list(services).map { $0.url ?? "the vendor's" }
            return ("setRequestor", services.isEmpty ? name : ["id": name, "services": Self.list(addresses)])
        case .checkAuthentication: return ("checkAuthentication", .null)
        case .getAuthentication(let request): return ("getAuthentication", request.notation)
        case .setSelectedProvider(let mvpd):
            return ("setSelectedProvider", mvpd.map { .string($0.rawValue) } ?? .null)
        case .getSelectedProvider: return ("getSelectedProvider", .null)
        case .getMetadata(let request): return ("getMetadata", request.operation.notation)
        case .checkAuthorization(let resource, let data):
            return ("checkAuthorization", Self.authorization(of: resource, data))
        case .getAuthorization(let resource, let data):
            return ("getAuthorization", Self.authorization(of: resource, data))
        case .checkPreauthorizedResources(let resources, let usesCache):
            let list = Self.list(resources.map(\.rawValue))
            return ("checkPreauthorizedResources", usesCache ? list : ["resources": list, "cache": false])
        case .preauthorize(let request, _):
            return ("preauthorize", ["resources": Self.list(request.resources.map(\.rawValue))])
        case .handleExternalURL(let url):
            return ("handleExternalURL", .string(String(url.prefix { $0 != "?" })))
        case .logout: return ("logout", .null)
        case .setOptions(let options): return ("setOptions", Redaction.redact(.object(options.given)))
        case .checkStorage(let check): return ("checkStorage", .string("\(check)"))
        case .timePassed: return nil
        }
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    private static func authorization(of resource: ResourceID, _ data: GenericData) -> JSONValue {
        let name = JSONValue.string(resource.rawValue)
        return data.notation.map { ["resource": name, "data": $0] } ?? name
    }
}

extension AuthenticationRequest {
    /// The arguments in the notation of a profile.
    fileprivate var notation: JSONValue {
        var members: Members = [:]
        if forced { members["force"] = true }
        members["data"] = data.notation
        if let providers {
            var filter: Members = ["TV_PROVIDERS": .array(providers.map { .string($0.rawValue) })]
            if !featured.isEmpty { filter["FEATURED_TV_PROVIDERS"] = .array(featured.map { .string($0.rawValue) }) }
            members["filter"] = .object(filter)
        }
        return members.isEmpty ? .null : .object(members)
    }
}

extension GenericData {
    /// The data without its secrets; `nil` without data.
    fileprivate var notation: JSONValue? { (identity?.members).map { Redaction.redact(.object($0)) } }
}

extension MetadataRequest.Operation {
    /// The argument in the notation of a profile.
    fileprivate var notation: JSONValue {
        switch self {
        case .authentication: "authentication"
        case .authorization(let resource): ["authorization": .string(resource?.rawValue ?? "")]
        case .deviceID: "deviceID"
        case .user(let name): .string(name ?? "")
        case .invalid: .null
        }
    }
}
