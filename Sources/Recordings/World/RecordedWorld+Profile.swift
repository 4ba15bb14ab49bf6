import EntitlementAPI
import EntitlementService
import Foundation
import Scenario
import Settings
package import SimulatedWorld
import StructuredText

extension Recording {
    /// Returns a profile of the recorded world, as text for a file: service provider, MVPDs, settings and lifetimes.
    ///
    /// The user is `person-1`, whose attributes have invented values.
    package func profile() -> String { JSONText.pretty(RecordedWorld(self).profile) }

    /// Returns the recorded world.
    ///
    /// - Throws: `SourceError` or `CommandError` if the recording has names that a profile cannot have.
    package func origin() throws -> WorldOrigin { try WorldOrigin(text: profile(), source: "recording") }
}

extension RecordedWorld {
    private typealias Content = SourceNode.Content

    /// The user's name at every provider.
    static let person = "person-1"

    /// The profile.
    var profile: SourceNode.Content {
        let requestors = requestors.isEmpty ? [Requestor(id: "REF30")] : requestors
        var keys: [(String, Content)] = [
            ("schema", .integer(1)), ("name", .string("recorded world")),
            ("clock", .string(TimeText.format(began))),
            ("app", .mapping([("requestor", .string(requestors[0].id))])),
        ]
        keys += device
        keys.append(("providers", .mapping(providers(of: requestors))))
        var service: [(String, Content)] = []
        if let accessTokenTTL { service.append(("accessTokenTTL", Self.duration(accessTokenTTL))) }
        service.append(("requestors", .mapping(requestors.map { ($0.id, Self.content(of: $0)) })))
        keys.append(("service", .mapping(service)))
        keys.append(("flow", Self.list([.mapping([("setRequestor", .string(requestors[0].id))])])))
        return .mapping(keys)
    }

    private var device: [(String, Content)] {
        var device: [(String, Content)] = []
        if let system, ["iOS", "iPadOS", "tvOS"].contains(system) { device.append(("platform", .string(system))) }
        if let account,
            requestors.flatMap(\.mvpds).contains(where: { $0.provider == account.provider && isBoarded($0) })
        {
            device.append(
                ("apps", .mapping([(WorldDescription.App().bundleID, .mapping([("access", .string("granted"))]))])))
            var keys: [(String, Content)] = [
                ("provider", .string(account.provider)), ("subscriber", .string(Self.person)),
            ]
            if let expires = account.expires, expires > Milliseconds(began).value {
                let instant = Milliseconds(expires).instant
                if TimeText.range.contains(instant) { keys.append(("expires", .string(TimeText.format(instant)))) }
            }
            device.append(("account", .mapping(keys)))
        }
        return device.isEmpty ? [] : [("device", .mapping(device))]
    }

    private func providers(of requestors: [Requestor]) -> [(String, Content)] {
        var seen: Set<String> = []
        return requestors.flatMap(\.mvpds).filter { !$0.isPass && seen.insert($0.provider).inserted }.map { mvpd in
            let same = requestors.flatMap(\.mvpds).filter { $0.provider == mvpd.provider }
            return (mvpd.provider, provider(of: mvpd, same))
        }
    }

    /// Returns whether Apple's framework knows the MVPD: the configuration says so, or an app took part in the exchange.
    private func isBoarded(_ mvpd: MVPD) -> Bool {
        mvpd.configured?["boardingStatus"] != nil
            || mvpd.configured == nil && (mvpd.usesPartner || account?.provider == mvpd.provider)
    }

    private func provider(of mvpd: MVPD, _ same: [MVPD]) -> Content {
        let isPicker = mvpd.configured?["boardingStatus"]?.string == "PICKER"
        let boarding = isPicker ? "pickerOnly" : same.contains(where: isBoarded) ? "supported" : "none"
        var attributes = same.reduce(into: [String: JSONValue]()) { $0.merge($1.attributes) { first, _ in first } }
        attributes["userID"] = nil
        let values =
            [("userID", Content.string(Self.person))]
            + attributes.sorted { $0.key < $1.key }.compactMap { name, value in
                Self.invented(value, name).map { (name, $0) }
            }
        let resources = same.flatMap(\.resources).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return .mapping([
            ("displayName", .string(mvpd.configured?["displayName"]?.string?.onOneLine ?? mvpd.id)),
            ("boarding", .string(boarding)),
            (
                "subscribers",
                .mapping([
                    (
                        Self.person,
                        .mapping([
                            ("attributes", .mapping(values)),
                            ("entitlements", Self.list(resources.filter { $0 == $0.onOneLine }.map { .string($0) })),
                        ])
                    )
                ])
            ),
        ])
    }

    /// Returns an invented value of the same type; `nil` for a type that an MVPD cannot send.
    private static func invented(_ value: JSONValue, _ name: String) -> Content? {
        switch value {
        case .string, .integer, .number, .bool: .string("\(name)-1")
        case .array: list([.string("\(name)-1")])
        case .object(let members):
            .mapping(members.keys.sorted().filter(PublicMembers.isWord).map { ($0, .string("\(name)-1")) })
        case .null: nil
        }
    }

    private static func content(of requestor: Requestor) -> Content {
        var keys: [(String, Content)] = []
        if !requestor.domains.isEmpty { keys.append(("domains", list(requestor.domains.map { .string($0) }))) }
        let encrypted = Set(requestor.mvpds.flatMap(\.encrypted)).sorted()
        if !encrypted.isEmpty {
            // The key of the recorded service provider is secret, so a public one of the simulator replaces it.
            keys.append(("certificate", .string(SimulationKeys.samlCertificate)))
        }
        keys.append(("encryptedMetadata", list(encrypted.map { .string($0) })))
        keys.append(("integrations", .mapping(requestor.mvpds.map { ($0.id, content(of: $0)) })))
        return .mapping(keys)
    }

    private static func content(of mvpd: MVPD) -> Content {
        var keys: [(String, Content)] = [
            ("provider", mvpd.isPass ? .null : .string(mvpd.provider)),
            ("displayName", .string(mvpd.configured?["displayName"]?.string?.onOneLine ?? mvpd.id)),
        ]
        func add(_ name: String, _ value: Content?) { if let value { keys.append((name, value)) } }
        add("enabled", mvpd.isEnabled ? nil : .bool(false))
        let enablesPlatform = mvpd.configured.flatMap { configured in
            configured["platformMappingId"].map { _ in configured["enablePlatformServices"]?.isTrue == true }
        }
        if mvpd.singleSignOn == false || enablesPlatform == false, !mvpd.usesPartner {
            add("singleSignOn", .bool(false))
        }
        for (flag, setting) in flags where mvpd.configured?[flag]?.isTrue == true { add(setting, .bool(true)) }
        add("authenticationTTL", mvpd.authenticationTTL.map(duration))
        add("authorizationTTL", mvpd.authorizationTTL.map(duration))
        add("mediaTokenTTL", mvpd.mediaTokenTTL.map(duration))
        add("authorizationResourceLimit", mvpd.authorizationLimit.map(limit))
        add("preauthorizationResourceLimit", mvpd.preauthorizationLimit.map(limit))
        add("degradation", mvpd.degradation.map { .string($0) })
        add("dummyAuthorization", mvpd.isDummy ? .bool(true) : nil)
        add("logoutEndpoint", mvpd.logoutEndpoint.map { .bool($0) })
        add("householdIDFromUserID", mvpd.attributes.isEmpty ? nil : .bool(false))
        add("proxy", mvpd.configured?["isProxy"]?.isTrue == true ? .string("unknown") : nil)
        add("tempPass", mvpd.isPass ? pass(mvpd) : nil)
        return .mapping(keys)
    }

    private static func pass(_ mvpd: MVPD) -> Content {
        var keys: [(String, Content)] = [("duration", duration(mvpd.passDuration ?? 3_600))]
        if let resources = mvpd.passResources { keys.append(("resources", limit(resources))) }
        return .mapping(keys)
    }

    /// The flags of the configuration with the settings that produce them.
    private static let flags = [
        ("enforcePlatformPermissions", "enforcePlatformPermissions"),
        ("authPerAggregator", "authenticationPerRequestor"), ("passiveAuthnEnabled", "passiveAuthentication"),
        ("useSVC", "safariViewController"),
    ]

    private static func list(_ items: [Content]) -> Content {
        .sequence(items.map { SourceNode(content: $0, position: .start) })
    }

    private static func duration(_ seconds: Int64) -> Content { .string(TimeText.format(duration: Double(seconds))) }

    private static func limit(_ count: Int) -> Content {
        .integer(Int64(min(max(count, Integration.resourceLimits.lowerBound), Integration.resourceLimits.upperBound)))
    }
}
