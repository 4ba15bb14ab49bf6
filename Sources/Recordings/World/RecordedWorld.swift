import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStructuredText

/// What a recording says about its world: service providers, MVPDs, lifetimes, and what the user may watch.
///
/// The facts are collected from the responses; ``profile`` writes them.
struct RecordedWorld {
    /// An MVPD of a service provider.
    struct MVPD {
        let id: String
        /// The entry of the configuration; `nil` if the recording has no configuration with the MVPD.
        var configured: JSONValue?
        var isEnabled = true
        var singleSignOn: Bool?
        var usesPartner = false
        var authenticationTTL: Int64?
        var authorizationTTL: Int64?
        var mediaTokenTTL: Int64?
        var authorizationLimit: Int?
        var preauthorizationLimit: Int?
        var degradation: String?
        var isDummy = false
        var logoutEndpoint: Bool?
        var passDuration: Int64?
        /// The number of resources of a promotional pass; `nil` for a basic pass.
        var passResources: Int?
        /// The types of the user's attributes: the values of the recording are replaced.
        var attributes: Members = [:]
        var encrypted: Set<String> = []
        var resources: [String] = []

        init(id: String) { self.id = id }

        /// Learns that the MVPD is a temporary pass, from the code of an error, if any.
        mutating func learnPass(_ code: String?) {
            switch code {
            case "invalid_configuration_temporary_access": passDuration = 0
            case "invalid_header_identity_for_temporary_access": passResources = passResources ?? 1
            default: break
            }
            passDuration = passDuration ?? 3_600
        }

        /// The identifier of the TV provider: the platform mapping id.
        var provider: String { configured?["platformMappingId"]?.string ?? id }
        var isPass: Bool { passDuration != nil || configured?["isTempPass"]?.isTrue == true }
    }

    /// A service provider.
    struct Requestor {
        let id: String
        var domains: [String] = []
        var mvpds: [MVPD] = []

        subscript(_ id: String) -> MVPD {
            get { mvpds.first { $0.id == id } ?? MVPD(id: id) }
            set {
                if let index = mvpds.firstIndex(where: { $0.id == id }) {
                    mvpds[index] = newValue
                } else {
                    mvpds.append(newValue)
                }
            }
        }
    }

    /// The time of the first request.
    let began: Date
    var requestors: [Requestor] = []
    var accessTokenTTL: Int64?
    /// The name of the operating system in `X-Device-Info`.
    var system: String?
    /// The TV provider and the end of its session, as the framework status says.
    var account: (provider: String, expires: Int64?)?

    /// Collects the facts of a recording.
    init(_ recording: Recording) {
        began = recording.entries.first?.began ?? Date(timeIntervalSince1970: 0)
        for entry in recording.entries where entry.route.endpoint == .configuration { learnConfiguration(entry) }
        for entry in recording.entries { learn(entry) }
    }

    private mutating func change(_ entry: Recording.Entry, _ mvpd: String, _ body: (inout MVPD) -> Void) {
        let name = entry.route.serviceProvider.rawValue
        guard !name.isEmpty, PublicMembers.isWord(mvpd) else { return }
        let index = requestors.firstIndex { $0.id == name } ?? requestors.endIndex
        if index == requestors.endIndex { requestors.append(Requestor(id: name)) }
        body(&requestors[index][mvpd])
    }

    private mutating func learnConfiguration(_ entry: Recording.Entry) {
        guard entry.status == 200, let requestor = entry.answer?["requestor"] else { return }
        for mvpd in requestor["mvpds"]?.items ?? [] {
            guard let id = mvpd["id"]?.string else { continue }
            // An entry for a platform with single sign-on says more than one without.
            change(entry, id) { known in
                if known.configured?.members?.count ?? 0 < mvpd.members?.count ?? 0 { known.configured = mvpd }
            }
        }
        let domains = (requestor["domains"]?.items ?? []).compactMap { $0["name"]?.string }
        let name = entry.route.serviceProvider.rawValue
        if let index = requestors.firstIndex(where: { $0.id == name }) { requestors[index].domains = domains }
    }

    private mutating func learn(_ entry: Recording.Entry) {
        learnDevice(entry)
        guard let answer = entry.answer else { return }
        // The only number of an answer that a recording keeps as it came.
        if entry.route.endpoint == .token, let seconds = answer["expires_in"]?.integer,
            TimeText.isDuration(Double(seconds))
        {
            accessTokenTTL = seconds
        }
        guard entry.status < 400 else { return learnError(entry, answer) }
        for (mvpd, profile) in answer["profiles"]?.members ?? [:] { learn(profile, of: mvpd, entry) }
        for decision in answer["decisions"]?.items ?? [] { learn(decision, entry) }
        for (_, logout) in answer["logouts"]?.members ?? [:] {
            guard let mvpd = logout["mvpd"]?.string, logout["actionName"]?.string == "complete" else { continue }
            change(entry, mvpd) { if !$0.isPass, $0.degradation == nil { $0.logoutEndpoint = false } }
        }
        learnSession(entry, answer)
    }

    private mutating func learnDevice(_ entry: Recording.Entry) {
        let fields = entry.exchange.request.headerFields
        if system == nil, let value = fields[.deviceInformation] {
            system = DeviceInformation(headerValue: value)?.members["osName"]?.string
        }
        if let status = fields[.frameworkStatus].flatMap({ PartnerFrameworkStatus(headerValue: $0) }),
            status.frameworkPermissionInfo?.accessStatus == .granted, let id = status.frameworkProviderInfo?.id,
            PublicMembers.isWord(id.rawValue)
        {
            account = (id.rawValue, status.frameworkProviderInfo?.expirationDate.flatMap { Int64($0) })
        }
    }

    private mutating func learnSession(_ entry: Recording.Entry, _ answer: JSONValue) {
        guard let action = answer["actionName"]?.string else { return }
        guard let mvpd = answer["mvpd"]?.string ?? entry.field("mvpd") else { return }
        change(entry, mvpd) { known in
            switch (action, answer["reasonType"]?.string) {
            case ("partner_profile", _): known.usesPartner = true
            case (_, "degraded"): known.degradation = "AuthNAll"
            case (_, "temporary"): known.learnPass(nil)
            case (_, "configuration_fallback"): known.singleSignOn = false
            default: break
            }
        }
    }

    private mutating func learn(_ profile: JSONValue, of mvpd: String, _ entry: Recording.Entry) {
        let lifetime = Self.seconds(from: profile["notBefore"], to: profile["notAfter"])
        change(entry, mvpd) { known in
            switch profile["type"]?.string {
            case "degraded": known.degradation = "AuthNAll"
            case "temporary":
                known.passDuration = known.passDuration ?? lifetime ?? 3_600
                let attributes = profile["attributes"]
                guard let rest = attributes?["remaining_resources"]?["value"]?.integer else { return }
                let used = attributes?["used_assets"]?["value"]?.items.count ?? 0
                known.passResources = max(known.passResources ?? 1, Int(rest).limited + used)
            case "regular", "appleSSO":
                known.authenticationTTL = lifetime ?? known.authenticationTTL
                if profile["type"]?.string == "appleSSO" { known.usesPartner = true }
                for (name, attribute) in profile["attributes"]?.members ?? [:] {
                    if attribute["state"]?.string == "enc" { known.encrypted.insert(name) }
                    known.attributes[name] = attribute["value"] ?? .null
                }
            default: break
            }
        }
    }

    private mutating func learn(_ decision: JSONValue, _ entry: Recording.Entry) {
        guard let mvpd = decision["mvpd"]?.string, let resource = decision["resource"]?.string else { return }
        let isPermit = decision["authorized"]?.isTrue == true
        change(entry, mvpd) { known in
            switch decision["source"]?.string {
            case "degradation" where !isPermit: known.degradation = "AuthZNone"
            // Only a decision about a degraded sign-in has a validity.
            case "degradation" where decision["notBefore"] != nil: known.degradation = "AuthNAll"
            case "degradation": known.degradation = known.degradation ?? "AuthZAll"
            case "dummy": known.isDummy = true
            case "temppass": known.learnPass(decision["error"]?["code"]?.string)
            default: if isPermit, !known.resources.contains(resource) { known.resources.append(resource) }
            }
            let token = decision["token"]
            known.authorizationTTL =
                Self.seconds(from: decision["notBefore"], to: decision["notAfter"]) ?? known.authorizationTTL
            known.mediaTokenTTL = Self.seconds(from: token?["notBefore"], to: token?["notAfter"]) ?? known.mediaTokenTTL
        }
        learnLimit(entry, mvpd: mvpd) { known, count, usual in count > usual ? max(known ?? 0, count) : known }
    }

    private mutating func learnError(_ entry: Recording.Entry, _ answer: JSONValue) {
        let mvpd = entry.route.mvpd.rawValue
        switch answer["code"]?.string {
        case "invalid_integration" where !mvpd.isEmpty: change(entry, mvpd) { $0.isEnabled = false }
        case let code? where code.contains("temporary_access") && !mvpd.isEmpty:
            change(entry, mvpd) { $0.learnPass(code) }
        case "too_many_resources": learnLimit(entry, mvpd: mvpd) { known, count, _ in known ?? max(1, count - 1) }
        default: break
        }
    }

    /// Learns a limit of resources from the known limit, the number of resources in a request, and the usual limit.
    private mutating func learnLimit(
        _ entry: Recording.Entry, mvpd: String, _ limit: (Int?, Int, Int) -> Int?
    ) {
        guard let count = (try? JSONValue(json: entry.exchange.body))?["resources"]?.items.count, count > 0 else {
            return
        }
        let usual = Integration(mvpd: "usual")
        change(entry, mvpd) { known in
            switch entry.route.endpoint {
            case .authorize:
                known.authorizationLimit = limit(known.authorizationLimit, count, usual.authorizationResourceLimit)
            case .preauthorize:
                known.preauthorizationLimit = limit(
                    known.preauthorizationLimit, count, usual.preauthorizationResourceLimit)
            default: break
            }
        }
    }

    private static func seconds(from start: JSONValue?, to end: JSONValue?) -> Int64? {
        guard let start = start?.integer, let end = end?.integer, end > start else { return nil }
        let seconds = ((Double(end) - Double(start)) / 1_000).rounded()
        return seconds >= 1 && TimeText.isDuration(seconds) ? Int64(seconds) : nil
    }
}
