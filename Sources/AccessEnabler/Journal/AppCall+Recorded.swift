import TVSimCore
import TVSimSDKVocabulary
import TVSimStructuredText

extension CallDecision {
    init(_ call: AppCall, of app: String) {
        self.init(app: app, call: call.name, arguments: call.recordedArguments)
    }
}

extension AppCall {
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
            return AppCall.getAuthentication(request).arguments
        case .checkAuthorization(let resource, let data), .getAuthorization(let resource, let data):
            return AppCall.checkAuthorization(resource, data: data.redacted).arguments
        case .handleExternalURL(let url): return .string(String(url.prefix { $0 != "?" }))
        case .setOptions: return Redaction.redact(arguments)
        default: return arguments
        }
    }
}

extension GenericData {
    /// The data without secrets.
    fileprivate var redacted: GenericData {
        guard case .object(let members) = Redaction.redact(.object(members)) else { return self }
        return GenericData(json: members)
    }
}
