import TVSimDevice
import TVSimSDKVocabulary
import TVSimStructuredText

// What the rules about clients see of an app and the SDK, beside the journal.
extension AppCall {
    /// The call as the app made it.
    ///
    /// The journal has it when the SDK carries it out, without what the SDK ignores.
    var seen: FrameworkCall.SDKCall {
        var seen = FrameworkCall.SDKCall(name)
        switch self {
        case .setSelectedProvider(let mvpd): seen.argument = mvpd?.rawValue
        case .handleExternalURL(let url): seen.argument = String(url.prefix { $0 != "?" })
        case .getAuthentication(let request):
            seen.listed = request.providers?.map(\.rawValue)
            seen.featured = request.featured?.map(\.rawValue)
        default: break
        }
        return seen
    }
}

extension RunningApp {
    /// Notes a call or a callback for the rules about clients.
    ///
    /// It must not fail the app, so a failure is ignored.
    func note(_ question: FrameworkCall.Question) { try? device.note(question, of: bundleID) }
}
