import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Coverage of a client over HTTP")
struct ClientCoverageTests {
    @Test("the long journey visits sessions, decisions, profiles, logout and refusals, and obeys the rules")
    func visits() async throws {
        let client = try ReferenceClient(ReferenceClient.profile)
        try await client.walk()
        var items = Set(try client.history().parts.joined().flatMap { $0.fact?.visited(at: $0.at) ?? [] })
        items.formUnion(try client.report().obeyed)
        for item in [
            CoverageItem.session(.authenticate, .none), .permit(.authorize, by: .mvpd),
            .deny(.authorize, "authorization_denied_by_mvpd"), .profile("regular"), .profile("none"),
            .logout("logout"), .refusal("401"), .obeyed(.actionAuthentication), .obeyed(.logoutPage),
        ] {
            #expect(items.contains(item), "\(item)")
        }
        let known = Set(CoverageArea.http.flatMap(\.items))
        #expect(items.subtracting(known).isEmpty, "\(items.subtracting(known))")
    }

    @Test("the next steps of a session are those of the answers' schemas")
    func sessions() throws {
        var pairs: Set<String> = []
        func read(_ schema: JSONValue) {
            switch schema {
            case .object(let members):
                if case .object(let properties)? = members["properties"], let action = properties["actionName"],
                    let reason = properties["reasonType"]
                {
                    for name in Self.words(of: action) {
                        for word in Self.words(of: reason) { pairs.insert("session \(name) \(word)") }
                    }
                }
                members.forEach { read($0.value) }
            case .array(let elements): elements.forEach(read)
            default: break
            }
        }
        for endpoint in [Endpoint.session, .resume, .partnerSession] {
            let schema = try #require(endpoint.answers[0].schema)
            read(schema())
        }
        #expect(pairs == Set(CoverageArea.session.items.map(\.description)))
    }

    private static func words(of schema: JSONValue) -> [String] {
        guard case .object(let members) = schema else { return [] }
        if case .array(let words)? = members["enum"] { return words.compactMap(\.string) }
        return members["const"]?.string.map { [$0] } ?? []
    }
}
