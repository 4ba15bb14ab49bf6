package import TVSimEntitlementAPI
import TVSimEntitlementService
package import TVSimIdentityProvider
package import TVSimStructuredText

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
        let parties = saml.serviceProviders
        listing["serviceProviders"] = parties.isEmpty ? nil : .array(parties.map { .string($0.name) })
        listing["knownServiceProviders"] =
            parties.isEmpty
            ? nil : .array(parties.map { present($0.json, ("entityID", $0.name)) })
        return listing
    }

    /// The provider as rows of dotted key and value, in the order of its table, with a group of rows for each service
    /// provider and subscriber.
    ///
    /// Settings without a value are omitted. Of a long text, such as a fixed response, only the size is shown.
    package var rows: [[String]] {
        get throws {
            func group(_ item: some Named, title: String, prefix: String) throws -> [[String]] {
                try [[title, item.name]] + Self.rows(of: item).map { [prefix + $0[0], $0[1]] }
            }
            return try [["id", identifier]]
                + Self.rows(of: self, except: ["serviceProviders", "subscribers"])
                + saml.serviceProviders.flatMap { try group($0, title: "serviceProvider", prefix: "serviceProvider.") }
                + subscribers.flatMap { try group($0, title: "subscriber", prefix: "\($0.name) ") }
        }
    }

    private static func rows<Value: TableDescribed>(of value: Value, except groups: Set<String> = []) throws
        -> [[String]]
    {
        let json = value.json
        return try Value.fields.fields.filter { !groups.contains($0.name) }.flatMap { field in
            try DottedRows.of(json.filter { $0.key == field.name }).compactMap { row in
                switch row[1] {
                case "null", "[]": nil
                case let long where long.utf8.count > 200: [row[0], "\(long.utf8.count) bytes"]
                default: row
                }
            }
        }
    }
}

/// The providers, as `GET providers` of the admin API returns them.
package struct ProviderListing: SchemaSource, Sendable {
    private let providers: [Provider]

    /// Creates the listing of a world's providers, in the picker's order.
    package init(of device: SelectedDevice) throws {
        providers = try device.providers()
    }

    /// The listing as JSON.
    package var json: JSONValue { ["providers": .array(providers.map { .object($0.listing) })] }

    /// Returns the JSON Schema of ``json``.
    package static func schema(by reader: SchemaReader) -> JSONValue {
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
package struct IntegrationListing: SchemaSource, Sendable {
    let integrations: [(requestor: String, integration: Integration)]

    /// The listing as JSON.
    package var json: JSONValue {
        ["integrations": .array(integrations.map { .object($0.integration.listing(of: $0.requestor)) })]
    }

    /// Returns the JSON Schema of ``json``.
    package static func schema(by reader: SchemaReader) -> JSONValue {
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
