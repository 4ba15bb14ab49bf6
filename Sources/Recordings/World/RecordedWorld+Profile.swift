import Foundation
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStructuredText
package import TVSimWorld

extension Recording {
    /// Returns a profile of the recorded world, as text for a file: service provider, MVPDs, settings and lifetimes.
    ///
    /// The user is `person-1`, whose attributes have invented values.
    package func profile() -> String { JSONText.pretty(ordered: RecordedWorld(self).profile) }

    /// Returns the recorded world.
    ///
    /// - Throws: `SourceError` or `CommandError` if the recording has names that a profile cannot have.
    package func origin() throws -> WorldOrigin { try WorldOrigin(text: profile(), source: "recording") }
}

extension RecordedWorld {
    /// The user's name at every provider.
    static let person = "person-1"

    /// The profile.
    var profile: JSONValue {
        let requestors = requestors.isEmpty ? [Requestor(id: "REF30")] : requestors
        var keys: Members = [
            "schema": 1, "name": "recorded world", "clock": .string(TimeText.format(began)),
            "app": ["requestor": .string(requestors[0].id)],
        ]
        keys["device"] = device
        keys["providers"] = .object(providers(of: requestors))
        var service: Members = [:]
        service["accessTokenTTL"] = accessTokenTTL.map(Self.duration)
        service["requestors"] = .object(
            Members(uniqueKeysWithValues: requestors.map { ($0.id, Self.notation(of: $0)) }))
        keys["service"] = .object(service)
        keys["flow"] = [["setRequestor": .string(requestors[0].id)]]
        return .object(keys)
    }

    private var device: JSONValue? {
        var device: Members = [:]
        if let system, ["iOS", "iPadOS", "tvOS"].contains(system) { device["platform"] = .string(system) }
        if let account,
            requestors.flatMap(\.mvpds).contains(where: { $0.provider == account.provider && isBoarded($0) })
        {
            device["apps"] = [WorldDescription.App().bundleID: ["access": "granted"]]
            var keys: Members = ["provider": .string(account.provider), "subscriber": .string(Self.person)]
            if let expires = account.expires, expires > Milliseconds(began).value {
                let instant = Milliseconds(expires).instant
                if TimeText.range.contains(instant) { keys["expires"] = .string(TimeText.format(instant)) }
            }
            device["account"] = .object(keys)
        }
        return device.isEmpty ? nil : .object(device)
    }

    private func providers(of requestors: [Requestor]) -> Members {
        var providers: Members = [:]
        for mvpd in requestors.flatMap(\.mvpds) where !mvpd.isPass && providers[mvpd.provider] == nil {
            let same = requestors.flatMap(\.mvpds).filter { $0.provider == mvpd.provider }
            providers[mvpd.provider] = provider(of: mvpd, same)
        }
        return providers
    }

    /// Returns whether Apple's framework knows the MVPD: the configuration says so, or an app took part in the exchange.
    private func isBoarded(_ mvpd: MVPD) -> Bool {
        mvpd.configured?["boardingStatus"] != nil
            || mvpd.configured == nil && (mvpd.usesPartner || account?.provider == mvpd.provider)
    }

    private func provider(of mvpd: MVPD, _ same: [MVPD]) -> JSONValue {
        let isPicker = mvpd.configured?["boardingStatus"]?.string == "PICKER"
        let boarding = isPicker ? "pickerOnly" : same.contains(where: isBoarded) ? "supported" : "none"
        let attributes = same.reduce(into: Members()) { $0.merge($1.attributes) { first, _ in first } }
        var values: Members = ["userID": .string(Self.person)]
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where name != "userID" {
            values[name] = Self.invented(value, name)
        }
        let resources = same.flatMap(\.resources).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return [
            "displayName": .string(mvpd.configured?["displayName"]?.string?.onOneLine ?? mvpd.id),
            "boarding": .string(boarding),
            "subscribers": [
                Self.person: [
                    "attributes": .object(values),
                    "entitlements": .array(resources.filter { $0 == $0.onOneLine }.map(JSONValue.string)),
                ]
            ],
        ]
    }

    /// Returns an invented value of the same type; `nil` for a type that an MVPD cannot send.
    private static func invented(_ value: JSONValue, _ name: String) -> JSONValue? {
        switch value {
        case .string, .integer, .number, .bool: .string("\(name)-1")
        case .array: [.string("\(name)-1")]
        case .object(let members):
            .object(
                Members(
                    uniqueKeysWithValues: members.keys.sorted().filter(PublicMembers.isWord).map {
                        ($0, .string("\(name)-1"))
                    }))
        case .null: nil
        }
    }

    private static func notation(of requestor: Requestor) -> JSONValue {
        var keys: Members = [:]
        if !requestor.domains.isEmpty { keys["domains"] = .array(requestor.domains.map(JSONValue.string)) }
        let encrypted = Set(requestor.mvpds.flatMap(\.encrypted)).sorted()
        if !encrypted.isEmpty {
            // The key of the recorded service provider is secret, so a public one of the simulator replaces it.
            keys["certificate"] = .string(SimulationKeys.samlCertificate)
        }
        keys["encryptedMetadata"] = .array(encrypted.map(JSONValue.string))
        keys["integrations"] = .object(
            Members(uniqueKeysWithValues: requestor.mvpds.map { ($0.id, notation(of: $0)) }))
        return .object(keys)
    }

    private static func notation(of mvpd: MVPD) -> JSONValue {
        var keys: Members = [
            "provider": mvpd.isPass ? .null : .string(mvpd.provider),
            "displayName": .string(mvpd.configured?["displayName"]?.string?.onOneLine ?? mvpd.id),
        ]
        if !mvpd.isEnabled { keys["enabled"] = false }
        let enablesPlatform = mvpd.configured.flatMap { configured in
            configured["platformMappingId"].map { _ in configured["enablePlatformServices"]?.isTrue == true }
        }
        if mvpd.singleSignOn == false || enablesPlatform == false, !mvpd.usesPartner { keys["singleSignOn"] = false }
        for (flag, setting) in flags where mvpd.configured?[flag]?.isTrue == true { keys[setting] = true }
        keys["authenticationTTL"] = mvpd.authenticationTTL.map(duration)
        keys["authorizationTTL"] = mvpd.authorizationTTL.map(duration)
        keys["mediaTokenTTL"] = mvpd.mediaTokenTTL.map(duration)
        keys["authorizationResourceLimit"] = mvpd.authorizationLimit.map(limit)
        keys["preauthorizationResourceLimit"] = mvpd.preauthorizationLimit.map(limit)
        keys["degradation"] = mvpd.degradation.map { .string($0) }
        if mvpd.isDummy { keys["dummyAuthorization"] = true }
        keys["logoutEndpoint"] = mvpd.logoutEndpoint.map { .bool($0) }
        if !mvpd.attributes.isEmpty { keys["householdIDFromUserID"] = false }
        if mvpd.configured?["isProxy"]?.isTrue == true { keys["proxy"] = "unknown" }
        if mvpd.isPass { keys["tempPass"] = pass(mvpd) }
        return .object(keys)
    }

    private static func pass(_ mvpd: MVPD) -> JSONValue {
        var keys: Members = ["duration": duration(mvpd.passDuration ?? 3_600)]
        keys["resources"] = mvpd.passResources.map(limit)
        return .object(keys)
    }

    /// The flags of the configuration with the settings that produce them.
    private static let flags = [
        ("enforcePlatformPermissions", "enforcePlatformPermissions"),
        ("authPerAggregator", "authenticationPerRequestor"), ("passiveAuthnEnabled", "passiveAuthentication"),
        ("useSVC", "safariViewController"),
    ]

    private static func duration(_ seconds: Int64) -> JSONValue { .string(TimeText.format(duration: Double(seconds))) }

    private static func limit(_ count: Int) -> JSONValue {
        .integer(Int64(min(max(count, Integration.resourceLimits.lowerBound), Integration.resourceLimits.upperBound)))
    }
}
