import AccessEnabler
import Foundation
import VideoSubscriberAccount

/// A streaming app as it would be on a device, without its screens: it signs its person in and plays one resource.
///
/// Nothing here knows of a simulator. The letters are those of the vendor's cookbook.
final class StreamApp: NSObject, EntitlementDelegate, EntitlementStatus {
    /// What the person wants to see.
    private let resource: String
    /// Whether they sign out afterwards.
    private let logsOut: Bool
    private let enabler: AccessEnabler

    init(softwareStatement: String, resource: String, logsOut: Bool) {
        self.resource = resource
        self.logsOut = logsOut
        // A: prerequisites.
        enabler = AccessEnabler(softwareStatement)
        super.init()
        enabler.delegate = self
        enabler.statusDelegate = self
        // The app shows every page itself.
        enabler.setOptions(["handleSVC": true])
    }

    /// B: startup.
    func start(requestor: String, services: [String]) {
        enabler.setRequestor(requestor, serviceProviders: services)
    }

    func setRequestorComplete(_ status: Int32) {
        guard status == ACCESS_ENABLER_STATUS_SUCCESS else { return end("The requestor cannot be set.", failed: true) }
        enabler.checkAuthentication()
    }

    // MARK: - C, D, E: authentication

    private var hasAsked = false

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        switch (status, isLoggingOut) {
        case (_, true): end("Signed out.")
        case (ACCESS_ENABLER_STATUS_SUCCESS, _): enabler.getAuthorization(resource)
        case (_, _) where !hasAsked:
            hasAsked = true
            enabler.getAuthentication()
        default: end("Not signed in: \(code ?? "")", failed: true)
        }
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        let providers = mvpds.compactMap { $0 as? MVPD }
        for (number, mvpd) in providers.enumerated() { print("\(number + 1). \(mvpd.displayName ?? "")") }
        print("Your TV provider, by number (nothing: none):")
        let choice = readLine().flatMap(Int.init).flatMap {
            providers.indices.contains($0 - 1) ? providers[$0 - 1] : nil
        }
        enabler.setSelectedProvider(choice?.id)
    }

    func navigate(toUrl url: String!) {
        // On a device this is a web view, whose delegate stops at the redirect URL.
        load(url)
    }

    func navigate(toUrl url: String!, useSVC: Bool) {
        // On a device this is a Safari view controller, which ends at a URL of the app's own scheme.
        load(url)
    }

    private func load(_ url: String) {
        print("Open \(url)")
        print("The address at which it ended (nothing: closed):")
        if let redirect = readLine(), !redirect.isEmpty { return enabler.handleExternalURL(redirect) }
        // Whoever closes a page says that nobody was chosen; a logout ends so too.
        enabler.setSelectedProvider(nil)
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) { print("The system asks for the TV provider.") }
    func dismissTvProviderDialog(_ viewController: UIViewController!) { print("The system has its answer.") }
    func selectedProvider(_ mvpd: MVPD!) {}

    // MARK: - F, G: authorization, and playing

    func setToken(_ token: String!, forResource resource: String!) {
        print("Playing \(resource ?? "") with a media token of \(token.utf8.count) bytes.")
        guard logsOut else { return end("Done.") }
        // H, I: logout.
        isLoggingOut = true
        enabler.logout()
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        end("\(resource ?? "") cannot be watched: \(code ?? "") \(description ?? "")", failed: true)
    }

    private var isLoggingOut = false

    func preauthorizedResources(_ resources: [Any]!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        print("\(statusDictionary["errorId"] ?? "?"): \(statusDictionary["message"] ?? "")")
    }

    private func end(_ text: String, failed: Bool = false) {
        print(text)
        exit(failed ? 1 : 0)
    }
}

@main
enum Main {
    static func main() {
        setvbuf(stdout, nil, _IOLBF, 0)
        let arguments = CommandLine.arguments.dropFirst()
        let environment = ProcessInfo.processInfo.environment
        guard let statement = environment["SOFTWARE_STATEMENT"], !statement.isEmpty else {
            FileHandle.standardError.write(
                Data("StreamApp: set SOFTWARE_STATEMENT to the app's software statement\n".utf8))
            exit(64)
        }
        let resource = arguments.first { !$0.hasPrefix("-") } ?? "REF30"
        let app = StreamApp(
            softwareStatement: statement, resource: resource, logsOut: arguments.contains("--logout"))
        let services = (environment["SERVICE_PROVIDERS"] ?? "").split(separator: ",").map(String.init)
        app.start(requestor: "REF30", services: services)
        dispatchMain()
    }
}
