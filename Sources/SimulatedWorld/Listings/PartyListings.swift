import EntitlementAPI
import EntitlementService
import Identifiers
package import IdentityProvider
import Settings
package import StructuredText

extension Provider {
    /// The provider as `provider show` prints it.
    ///
    /// It contains the profile's keys that have a value. Mappings of the profile become lists.
    package var listing: Members {
        func present(_ json: Members, _ name: (key: String, value: String)) -> JSONValue {
            .object(json.filter { $0.value != .null }.merging([name.key: .string(name.value)]) { $1 })
        }
        var listing = json.filter { $0.value != .null }
        listing["id"] = .string(identifier)
        listing["subscribers"] = .array(subscribers.map { present($0.json, ("name", $0.name)) })
        listing["serviceProviders"] =
            serviceProviders.isEmpty ? nil : .array(serviceProviders.map { .string($0.name) })
        listing["knownServiceProviders"] =
            serviceProviders.isEmpty
            ? nil : .array(serviceProviders.map { present($0.json, ("entityID", $0.name)) })
        return listing
    }
}

/// The providers, as `GET providers` of the admin API returns them.
package struct ProviderListing: Sendable {
    private let providers: [Provider]

    /// Creates the listing of a world's providers, in the picker's order.
    package init(of device: SelectedDevice) throws {
        providers = try device.providers()
    }

    /// The listing as JSON.
    package var json: JSONValue { ["providers": .array(providers.map { .object($0.listing) })] }

    /// The JSON Schema of ``json``.
    package static var schema: JSONValue {
        func list(_ schema: JSONValue) -> JSONValue { ["type": "array", "items": schema] }
        func named<Value: Named>(_ type: Value.Type, by key: String) -> JSONValue {
            list(type.fields.listingSchema(omittingNull: true, adding: [key: ["type": "string"]]))
        }
        return Schema.listing(
            "providers",
            of: Provider.fields.listingSchema(
                omittingNull: true,
                adding: [
                    "id": ["type": "string"], "subscribers": named(Subscriber.self, by: "name"),
                    "serviceProviders": list(["type": "string"]),
                    "knownServiceProviders": named(KnownServiceProvider.self, by: "entityID"),
                ], optional: ["serviceProviders", "knownServiceProviders"]))
    }
}

/// The integrations, as `integration list` prints them.
package struct IntegrationListing: Sendable {
    let integrations: [(requestor: String, integration: Integration)]

    /// The listing as JSON.
    package var json: JSONValue {
        ["integrations": .array(integrations.map { .object($0.integration.listing(of: $0.requestor)) })]
    }

    /// The JSON Schema of ``json``.
    package static var schema: JSONValue {
        Schema.listing(
            "integrations",
            of: Integration.fields.listingSchema(adding: [
                "boardingStatus": Integration.fields.listedProperties["boardingStatus"] ?? [:],
                "requestor": ["type": "string"], "mvpd": ["type": "string"],
            ]))
    }

    /// The rows of the table, each with the settings that prevent single sign-on.
    package var rows: [[String]] {
        integrations.map { requestor, integration in
            let remarks = [
                integration.enabled ? nil : "not enabled", integration.singleSignOn ? nil : "no single sign-on",
                integration.degradation == .none ? nil : integration.degradation.rawValue,
            ].compactMap { $0 }
            let row = [
                requestor, integration.mvpd.rawValue, integration.provider?.rawValue ?? "-",
                integration.boardingStatus?.rawValue ?? "-",
            ]
            return remarks.isEmpty ? row : row + [remarks.joined(separator: ", ")]
        }
    }
}

extension Integration {
    /// Returns the integration as `integration show` prints it, with its effective boarding status, its requestor and
    /// its MVPD.
    func listing(of requestor: String) -> Members {
        json.merging([
            "boardingStatus": JSONValue(boardingStatus?.rawValue), "requestor": .string(requestor),
            "mvpd": .string(name),
        ]) { $1 }
    }
}
