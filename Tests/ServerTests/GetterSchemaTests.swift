import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// Validates the responses of the admin API's getters against the schemas of its OpenAPI document.
@Suite("The schemas of the getters")
struct GetterSchemaTests {
    /// A world in which every optional key has a value.
    private static let profile = """
        schema: 1
        name: full
        device:
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
          apps:
            com.example.stream: {access: granted, subscription: {accessLevel: paid, expires: +1d}}
        viewer: {systemPicker: {choose: Cablevision, as: alice}}
        providers:
          Cablevision:
            schemes: [saml, api]
            apiResponse: {status: ok, body: "{}"}
            samlResponse: recorded
            homeNetwork: alice
            subscribers: {alice: {apiResponse: {status: ok}}, bob: {attributes: null}}
            serviceProviders:
              https://app.example.com:
                {assertionConsumerServices: ["https://app.example.com/acs"], verificationToken: opaque}
        service:
          requestors: {REF30: {integrations: {Cablevision: {}, Pass: {provider: null, tempPass: {duration: 10m}}}}}
        faults: [{at: service.token, error: 503, times: 1}, {at: service.register, error: 503}]

        """

    @Test("allow what the getters answer, in a small world and in one that uses every key", arguments: [nil, profile])
    func answers(profile: String?) async throws {
        try await RunningServer.serving { server in
            if let profile { #expect(try await server.admin(.put, "/world", profile, world: "full").status == 204) }
            for route in AdminRoutes.getters {
                let answer = try await server.admin(.get, route.path.text, world: "full").json()
                let schema = try #require(route.answer?.schema)
                #expect(Self.faults(of: answer, in: schema, at: route.path.text) == [])
            }
        }
    }

    @Test("name every key of an integration, with the description of its table")
    func integration() throws {
        let route = try #require(AdminRoutes.getters.first { $0.path == "/integrations" })
        let properties = route.answer?.schema["properties"]?["integrations"]?["items"]?["properties"]
        #expect(properties?["dummyAuthorization"]?["type"] == "boolean")
        #expect(properties?["dummyAuthorization"]?["description"]?.string?.isEmpty == false)
    }

    /// Returns the paths of missing required keys and of keys that the schema does not describe.
    static func faults(of value: JSONValue, in schema: JSONValue, at place: String) -> [String] {
        switch value {
        case .array(let items):
            guard let item = schema["items"] else { return [] }
            return items.flatMap { faults(of: $0, in: item, at: place + "[]") }
        case .object(let members):
            if let forms = schema["anyOf"]?.elements {
                let found = forms.map { faults(of: value, in: $0, at: place) }
                return found.contains([]) ? [] : found.flatMap { $0 }
            }
            guard let properties = schema["properties"]?.members else { return [] }
            let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
            let missing = required.subtracting(members.keys).map { "\(place) lacks \($0)" }
            return missing
                + members.flatMap { key, member -> [String] in
                    if let inner = properties[key] { return faults(of: member, in: inner, at: "\(place).\(key)") }
                    return schema["additionalProperties"] == false ? ["\(place) has \(key)"] : []
                }
        default: return []
        }
    }
}
