import HTTPTypes
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

private let lost = "HTTP 400, or the user loses the authentication."
private let unknown = "An unknown platform, which is treated as insecure."

// The headers of requests.
extension Rule {
    static let headers: [Rule] = [
        Rule(
            .bearer, .mandatory, .headers, "Each request of the API has an access token.",
            trigger: "The app calls an endpoint that requires a token.", why: "HTTP 401, overload and latency.",
            needs: [.facts, .tokens],
            by: [.mandatory("Parameters and Headers", "Send Authorization Header"), .faq("Headers", 1)]
        ) { install, _ in
            install.each { fact, moment, assessment in
                guard fact.isProtected else { return }
                assessment.exercise()
                guard fact.header("Authorization").map({ $0.problem != nil }) ?? true else { return }
                assessment.find(
                    [moment], "\(fact.text) has no bearer token", instead: "send Authorization: Bearer TOKEN")
            }
        },
        Rule(
            .deviceID, .mandatory, .headers, "Each request that requires it names the device.",
            trigger: "The app calls an endpoint that requires AP-Device-Identifier.", why: lost, needs: [.facts],
            by: [
                .mandatory("Parameters and Headers", "Send AP-Device-Identifier Header"),
                .header("AP-Device-Identifier"),
            ]
        ) { install, _ in
            install.each { fact, moment, assessment in
                guard fact.endpoint?.required.contains(.deviceIdentifier) == true else { return }
                assessment.exercise()
                guard let header = fact.header("AP-Device-Identifier") else {
                    assessment.find(
                        [moment], "\(fact.text) has no AP-Device-Identifier",
                        instead: "send 'fingerprint' and the Base64 of the device identifier")
                    return
                }
                guard let problem = header.problem else { return }
                assessment.find(
                    [moment], "AP-Device-Identifier: \(problem)",
                    instead: "send 'fingerprint' and the Base64 of the device identifier")
            }
        },
        Rule(
            .deviceStable, .mandatory, .headers, "The device identifier of an installed app does not change.",
            trigger: "A client names the device in two requests.", why: lost,
            chosen: "A server may share a client among devices. A client is one of a server if the profile says "
                + "`architecture: serverToServer`, or says nothing and each device has an X-Forwarded-For of its own.",
            needs: [.facts, .tokens], of: .client,
            by: [
                .mandatory("Parameters and Headers", "Stable Device Identifier"), .header("AP-Device-Identifier"),
            ]
        ) { install, settings in
            var assessment = Assessment()
            for (client, uses) in install.devicesByClient {
                if uses.count > 1, install.isServer(client, settings) { continue }
                let named = install.requests.count { $0.request?.client == client && $0.request?.device != nil }
                if named > 1 { assessment.exercise() }
                // Devices that take turns share the client: another rule.
                guard Set(uses.map(\.device)).count == uses.count, uses.count > 1 else { continue }
                assessment.find(
                    uses.map(\.moment), "client \(client) names \(uses.count) device identifiers, one after another",
                    instead: "store the identifier, and send it always")
            }
            return assessment
        },
        Rule(
            .deviceInfo, .mandatory, .headers, "Each request that requires it describes the device.",
            trigger: "The app calls an endpoint that requires X-Device-Info.", why: unknown, needs: [.facts],
            by: [
                .mandatory("Parameters and Headers", "Send X-Device-Info Header"), .header("X-Device-Info"),
                .registrationPage,
            ]
        ) { install, _ in
            install.each { fact, moment, assessment in
                guard fact.isOfRegistration || fact.endpoint?.required.contains(.deviceInformation) == true else {
                    return
                }
                assessment.exercise()
                // A browser describes itself in User-Agent; the header's page allows to omit the header there.
                let agent = fact.header("User-Agent")?.value?.string ?? ""
                guard fact.header("X-Device-Info") == nil, !agent.hasPrefix("Mozilla/") else { return }
                assessment.find(
                    [moment], "\(fact.text) has no X-Device-Info", instead: "send the JSON of the device in Base64",
                    // The pages of registration require the header, and also call it strongly recommended.
                    as: fact.isOfRegistration ? .recommended : nil)
            }
        },
        Rule(
            .deviceInfoForm, .mandatory, .headers, "The description of the device has the required keys and values.",
            trigger: "The app sends X-Device-Info.", why: unknown, needs: [.facts], by: [.header("X-Device-Info")]
        ) { install, _ in
            var told: [JSONValue] = []
            return install.each { fact, moment, assessment in
                guard let header = fact.header("X-Device-Info"), let value = header.value else { return }
                assessment.exercise()
                // One finding for each value, not for each request that has it.
                guard !told.contains(value) else { return }
                told.append(value)
                guard header.problem == nil, case .object(let members) = value else {
                    assessment.find(
                        [moment], "X-Device-Info: \(header.problem ?? "it is not an object")",
                        instead: "send the JSON of the device in Base64")
                    return
                }
                let missing = DeviceInformation.requiredKeys.filter { members[$0] == nil }
                if !missing.isEmpty {
                    assessment.find(
                        [moment], "X-Device-Info lacks \(missing.joined(separator: ", "))",
                        instead: "send \(DeviceInformation.requiredKeys.joined(separator: ", "))",
                        // The sample on the header's own page lacks this key alone.
                        as: missing == ["connectionType"] ? .recommended : nil)
                }
                for (key, values) in DeviceValues.closed {
                    guard let text = members[key]?.string, !values.contains(text) else { continue }
                    assessment.find(
                        [moment],
                        "X-Device-Info has the \(key) '\(text)', which is not in the list of the header's page",
                        instead: "send one of the listed values")
                }
            }
        },
        Rule(
            .deviceInfoTrue, .mandatory, .headers, "The description of the device names its platform.",
            trigger: "An app that uses the framework sends X-Device-Info.", why: unknown,
            chosen:
                "In a world with several devices, the app that sends the framework's status is the one on the device. "
                + "The name of another of Apple's platforms is a recommendation in a world with iOS, because iOS is the "
                + "default that a test need not have chosen.",
            needs: [.facts, .framework, .platform],
            by: [.mandatory("Parameters and Headers", "Send X-Device-Info Header"), .header("X-Device-Info")]
        ) { install, _ in
            var told: Set<String> = []
            guard let platform = install.platform, let names = platform.operatingSystems else { return Assessment() }
            guard install.isOfFramework else { return Assessment() }
            return install.each { fact, moment, assessment in
                guard case .object(let members)? = fact.header("X-Device-Info")?.value,
                    let name = members["osName"]?.string
                else { return }
                assessment.exercise()
                guard !names.contains(name), told.insert(name).inserted else { return }
                let meant = DeviceSettings.Platform.allCases.first { $0.operatingSystems?.contains(name) ?? false }
                assessment.find(
                    [moment], "X-Device-Info has the osName '\(name)', and the device is one with \(platform.rawValue)",
                    instead: "send the osName \(names.joined(separator: " or "))"
                        + (meant.map { ", or set the platform of the device to \($0.rawValue)" } ?? ""),
                    // A test need not have chosen the default.
                    as: meant != nil && platform == DeviceSettings().platform ? .recommended : nil)
            }
        },
        Rule(
            .forwardedFor, .mandatory, .headers, "A server names the address of the device.",
            trigger: "The profile says `architecture: serverToServer`, and a request arrives.", why: "HTTP 429.",
            needs: [.facts, .architecture], by: [.throttling("Required Updates")]
        ) { install, settings in
            install.each { fact, moment, assessment in
                guard settings.architecture == .serverToServer, fact.endpoint?.isThrottled == true else { return }
                assessment.exercise()
                guard fact.header("X-Forwarded-For") == nil else { return }
                assessment.find(
                    [moment], "\(fact.text) has no X-Forwarded-For", instead: "send the address of the device")
            }
        },
        Rule(
            .onlyListed, .mandatory, .headers, "A request has only what the endpoint's page lists.",
            trigger: "The app calls an endpoint.", why: "HTTP 400, overload and latency.",
            chosen: "AP-Device-Identifier is accepted at every endpoint, because the checklist wants it there, and so "
                + "is what the vendor's OpenAPI documents list in addition: AP-TempPass-Identity at preauthorize, the "
                + "query parameter profile of the configuration, and refresh_token.",
            by: [.mandatory("Parameters and Headers", "Follow APIs References"), .faq("Misc", 2)]
        ) { install, _ in
            var told: Set<String> = []
            return install.each { fact, moment, assessment in
                guard let endpoint = fact.endpoint else { return }
                assessment.exercise()
                for item in fact.unlisted where !endpoint.ignores(item) {
                    guard told.insert("\(endpoint) \(item)").inserted else { continue }
                    assessment.find(
                        [moment], "\(endpoint) does not list \(item)", instead: "send it only where the page lists it")
                }
            }
        },
    ]
}

extension Install {
    /// Judges each request by itself.
    func each(_ judge: (RequestFact, ObservedEvent, inout Assessment) -> Void) -> Assessment {
        var assessment = Assessment()
        for moment in requests {
            if let fact = moment.request { judge(fact, moment, &assessment) }
        }
        return assessment
    }
}

extension Rule.Source {
    fileprivate static let registrationPage = Self(
        title: "Retrieve client credentials", section: "Request",
        address:
            "https://experienceleague.adobe.com/en/docs/pass/authentication/integration-guide-programmers/rest-apis/"
            + "rest-api-dcr/apis/dynamic-client-registration-apis-retrieve-client-credentials")
}

extension Endpoint {
    /// Returns whether the vendor lists what the row does not.
    ///
    /// - Parameter item: What a request has beside the row, as in ``RequestFact/unlisted``.
    /// - Returns: Whether it is listed.
    fileprivate func ignores(_ item: String) -> Bool {
        ignored.contains { parameter in
            let name =
                switch parameter {
                case .header(let header): "header \(header.name.rawName)"
                case .query(let name): "query parameter \(name)"
                case .member(let name): "member \(name)"
                }
            return name.lowercased() == item.lowercased()
        }
    }
}
