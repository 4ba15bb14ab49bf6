import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("What parameters of the admin API mean")
struct ParameterMeaningTests {
    /// A request to the service, of which the world has more than any default limit returns.
    private static func fill(_ server: RunningServer) async throws {
        for number in 0..<210 {
            _ = try await server.client.exchange(
                HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost",
                    path: "/api/v2/REF30/configuration?number=\(number)"))
        }
    }

    @Test("the default that the document names is what the operation does without the parameter")
    func defaults() async throws {
        try await RunningServer.serving { server async throws in
            try await Self.fill(server)
            var count = 0
            for route in AdminRoutes.all where route.method == .get {
                for parameter in route.parameters where !parameter.isHeader && !route.isInPath(parameter) {
                    let value: String
                    switch parameter.schema["default"] {
                    case .string(let text)?: value = text
                    case .integer(let number)?: value = "\(number)"
                    case .bool(let flag)?: value = "\(flag)"
                    default: continue
                    }
                    // A stream does not end.
                    guard route.answer?.type == "application/json" else { continue }
                    let plain = try await server.admin(.get, route.path.text)
                    let given = try await server.admin(.get, "\(route.path.text)?\(parameter.name)=\(value)")
                    #expect(given.status == 200 && given.body == plain.body, "\(route.operation) \(parameter.name)")
                    count += 1
                }
            }
            #expect(count > 8)
            for (path, most) in [("/journal", 100), ("/requests", 100), ("/journal/flows", 200)] {
                let answer = try await server.admin(.get, path).json()
                #expect(answer["count"]?.number ?? 210 >= 210)
                let listed = answer["entries"] ?? answer["requests"] ?? answer["flows"]
                #expect(listed?.elements?.count == most, "\(path)")
            }
        }
    }

    @Test("a statement is for the requestors of the list, until the instant or for the offset")
    func statement() async throws {
        try await RunningServer.serving { server async throws in
            func statement(_ query: String) async throws -> SocketClient.Answer {
                try await server.admin(.get, "/statement?\(query)")
            }
            let all = try await statement("").json()
            let one = try await statement("requestors=REF30").json()
            #expect(one["requestors"] == ["REF30"], "\(one)")
            #expect(all["statement"] != one["statement"] && all["expires"] != one["requestors"])
            let two = try await statement("requestors=REF30,OTHER").json()
            #expect(two["requestors"] == ["REF30", "OTHER"], "\(two)")
            for offset in ["%2B1d", "+1d", "2026-01-02T00:00:00Z"] {
                #expect(try await statement("expires=\(offset)").json()["expires"] == "2026-01-02T00:00:00Z")
            }
            for query in ["requestors=", "requestors=A,,B", "expires=1d", "expires=soon", "bundleID=no%20bundle"] {
                #expect(try await statement(query).status == 422, "\(query)")
            }
        }
    }

    @Test("settings are all, or those that differ from the profile, or also those that the profile sets")
    func settings() async throws {
        try await RunningServer.serving { server async throws in
            let profile = "schema: 1\nname: own\ndevice: {platform: tvOS}\n"
            #expect(try await server.admin(.put, "/world", profile, world: "own").status == 204)
            #expect(
                try await server.admin(.post, "/commands", #"{"settings": {"region": "unsupported"}}"#, world: "own")
                    .status == 204)
            func names(_ query: String) async throws -> [String] {
                let answer = try await server.admin(.get, "/settings\(query)", world: "own").json()
                return (answer["settings"]?.elements ?? []).compactMap { $0["key"]?.string }
            }
            let (all, changed) = (try await names(""), try await names("?changed=true"))
            let unusual = try await names("?unusual=true")
            #expect(changed == ["region"] && all.count > 50, "\(changed)")
            #expect(unusual.count < 10 && Set(unusual).isSuperset(of: ["region", "platform"]), "\(unusual)")
            #expect(try await names("?changed=true&unusual=true") == changed)
            #expect(try await names("?changed=false&unusual=false") == all)
        }
    }
}

extension JSONValue {
    fileprivate var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}
