import AccessEnabler
import Foundation
import TVSimulator
import TestSupport
import Testing
import VideoSubscriberAccount

/// Clients in the manner of the vendor's cookbooks.
///
/// The calls, types, casts and white-space handling that apps copy from there, written down anew. What they leave to
/// the app stands in the expectations.
///
/// The published code itself is not ours to keep: `Tests/Cookbooks/check` compiles and runs it as it is published, where one
/// has the documents. One line of it compiles with no Swift compiler (`if let error: NSError = (vsaError! as NSError)`
/// binds what is no optional); here it has the `?` that it lacks.
@Suite(.waitsForPrograms) struct CookbookClientTests {
    static let profile = """
        schema: 1
        name: cookbook
        device:
          apps: {com.example.stream: {access: granted}}
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
        """

    @Test("REST V2, phase 1: reads the signed-in user without interruption")
    func status() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let told: [String] = await simulator.run {
            await awaiting("answer", otherwise: []) { continuation in
                // The cookbook captures its manager in the handler, which Swift 6 mode warns of.
                nonisolated(unsafe) let videoSubscriberAccountManager: VSAccountManager = VSAccountManager();
                videoSubscriberAccountManager.checkAccessStatus(options: [VSCheckAccessOption.prompt: true]) {
                    (accessStatus, error) -> Void in
                    switch (accessStatus) {
                    case VSAccountAccessStatus.granted:
                        let vsaMetadataRequest: VSAccountMetadataRequest = VSAccountMetadataRequest();
                        vsaMetadataRequest.channelIdentifier = "https://saml.sp.auth.adobe.com";
                        vsaMetadataRequest.includeAccountProviderIdentifier = true;
                        vsaMetadataRequest.includeAuthenticationExpirationDate = true;
                        vsaMetadataRequest.isInterruptionAllowed = false;
                        videoSubscriberAccountManager.enqueue(vsaMetadataRequest) { vsaMetadata, vsaError in
                            if (vsaMetadata != nil && vsaMetadata!.accountProviderIdentifier != nil) {
                                let expires = vsaMetadata!.authenticationExpirationDate
                                continuation.resume(
                                    returning: [
                                        vsaMetadata!.accountProviderIdentifier!,
                                        expires.map { "\($0.timeIntervalSince1970)" } ?? "never",
                                    ])
                            } else {
                                continuation.resume(returning: ["nobody"])
                            }
                        }
                    default:
                        continuation.resume(returning: ["no access"])
                    }
                }
            }
        }
        #expect(told == ["Cablevision", "1769817600.0"])
    }

    @Test("REST V2, phase 2: returns the identifier of a provider that the request does not name")
    func unsupportedProvider() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let appleMsoId: String? = await simulator.run {
            await awaiting("answer", otherwise: nil) { continuation in
                let manager = VSAccountManager()
                let request: VSAccountMetadataRequest = VSAccountMetadataRequest();
                request.includeAccountProviderIdentifier = true;
                request.isInterruptionAllowed = true;
                request.supportedAccountProviderIdentifiers = ["Dish"];
                if #available(iOS 11.0, tvOS 11, *) {
                    request.featuredAccountProviderIdentifiers = ["Dish"];
                }
                manager.enqueue(request) { vsaMetadata, vsaError in
                    var mso: String?
                    if (vsaError != nil) {
                        if let error: NSError = (vsaError! as NSError?), error.code == 1,
                            let found = error.userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as! String?
                        {
                            mso = found
                        }
                    }
                    continuation.resume(returning: mso)
                }
            }
        }
        #expect(appleMsoId == "Cablevision")
    }

    @Test("REST V2, phase 3: the SAML response remains valid after clients change white space before Base64")
    func samlResponse() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let told: [String] = await simulator.run {
            await awaiting("answer", otherwise: []) { continuation in
                let manager = VSAccountManager()
                let request: VSAccountMetadataRequest = VSAccountMetadataRequest();
                request.channelIdentifier = "https://saml.sp.auth.adobe.com";
                request.isInterruptionAllowed = false;
                request.attributeNames = ["userID", "zip"];
                manager.enqueue(request) { vsaMetadata, vsaError in
                    guard let response = vsaMetadata?.samlAttributeQueryResponse else {
                        return continuation.resume(returning: [])
                    }
                    var samlResponse: String? = response
                    samlResponse = samlResponse?.replacingOccurrences(
                        of: "[ \\t]+", with: " ", options: String.CompareOptions.regularExpression);
                    samlResponse = samlResponse?.components(separatedBy: CharacterSet.newlines).joined(separator: "");
                    samlResponse = samlResponse?.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines);
                    continuation.resume(returning: [response, samlResponse ?? ""])
                }
            }
        }
        #expect(told.count == 2 && told[0] == told[1] && told[0].contains("alice-1"))
    }

    @Test("the SDK's cookbook: tokenSource after a silent exchange")
    func tokenSource() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let statement = try simulator.softwareStatement()
        let app = CookbookApp()
        await simulator.run {
            await awaiting("metadata") { done in
                app.start(AccessEnabler(statement), done)
            }
        }
        #expect(app.heard == ["requestor 1", "Apple for key 3"])
    }

    @Test("only metadata that the service encrypted for the programmer is reported as encrypted")
    func encryptedMetadata() async throws {
        let made = try Tool.run(
            "openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-keyout", "/dev/null"])
        let pem = made.output.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        let service = """
            service:
              requestors:
                REF30:
                  integrations: {Cablevision: {}}
                  certificate: |
            \(pem)

            """
        for (key, encrypted) in [("zip", true), ("householdID", false)] {
            let simulator = try Simulator(profile: Self.profile + "\n" + service)
            let statement = try simulator.softwareStatement()
            let app = CookbookApp(asksFor: key)
            await simulator.run {
                await awaiting("metadata") { done in
                    app.start(AccessEnabler(statement), done)
                }
            }
            #expect(app.encrypted == [encrypted], "\(app.heard)")
        }
    }
}

/// An app that sets its requestor and asks for the token's source.
///
/// Unchecked: the SDK calls it on the main queue, and the test reads what it heard when it is done.
private final class CookbookApp: NSObject, EntitlementDelegate, EntitlementStatus, @unchecked Sendable {
    var heard: [String] = []
    var encrypted: [Bool] = []
    private let key: String
    private var accessEnabler: AccessEnabler?
    private var done: Awaited<Void>?

    init(asksFor key: String = "tokenSource") { self.key = key }

    func start(_ accessEnabler: AccessEnabler, _ done: Awaited<Void>) {
        self.accessEnabler = accessEnabler
        self.done = done
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
        accessEnabler.setRequestor("REF30", serviceProviders: ["sp.auth-staging.adobe.com/adobe-services"])
    }

    func setRequestorComplete(_ status: CInt) {
        heard.append("requestor \(status)")
        accessEnabler?.getMetadata([
            METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: key,
        ])
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: CInt, andArguments arguments: [AnyHashable: Any]!
    ) {
        heard.append("\(metadata ?? "nothing") for key \(key)")
        self.encrypted.append(encrypted)
        done?.resume()
        done = nil
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) { heard.append("\(statusDictionary["errorId"] ?? "?")") }
    func setAuthenticationStatus(_ status: CInt, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: CInt) {}
    func navigate(toUrl url: String!) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}
