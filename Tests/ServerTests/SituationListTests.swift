import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("The situations of a server")
struct SituationListTests {
    private static func names(_ answer: SocketClient.Answer) throws -> [String]? {
        guard case .object(let members) = try answer.json(), case .array(let found)? = members["situations"] else {
            return nil
        }
        return found.compactMap { each in
            if case .object(let situation) = each { situation["name"]?.string } else { nil }
        }
    }

    @Test("are those of the chosen values that can exist, in the order of the axes")
    func chosen() async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.get, "/situations?access=denied,granted&account=signedOut")
            #expect(
                try Self.names(answer) == ["access=granted/account=signedOut", "access=denied/account=signedOut"])
            #expect(answer.text.contains(#""axes":{"access":"denied","account":"signedOut"}"#), "\(answer.text)")
            #expect(try await Self.names(server.admin(.get, "/situations?access=all"))?.count == 4)
            #expect(try await Self.names(server.admin(.get, "/situations")) == ["baseline"])
        }
    }

    @Test("are those of the matrix of a profile, as an object or as the text of a file")
    func ofProfile() async throws {
        try await RunningServer.serving { server in
            for body in [
                #"{"schema": 1, "name": "x", "matrix": {"access": ["denied"]}}"#,
                #""schema: 1\nname: x\nmatrix: {access: [denied]}\n""#,
            ] {
                #expect(try await Self.names(server.admin(.post, "/situations", body)) == ["access=denied"])
            }
            let axes = ["access", "response", "platform", "fault", "boarding", "account", "picker"]
            let all = axes.map { #""\#($0)": "all""# }.joined(separator: ", ")
            let many = #"{"schema": 1, "name": "x", "matrix": {\#(all)}}"#
            let refused = try await server.admin(.post, "/situations", many)
            #expect(refused.status == 400 && refused.text.contains("the limit is 10000"), "\(refused.text)")
            let without = try await server.admin(.post, "/situations", #"{"schema": 1, "name": "x"}"#)
            #expect(without.status == 400 && without.text.contains("needs the key 'matrix'"), "\(without.text)")
        }
    }

    @Test(
        "are refused with what is wrong",
        arguments: [
            ("acess=denied", #""suggestion":"access""#), ("access=denid", #""suggestion":"denied""#),
            (
                "access=all&response=all&platform=all&fault=all&boarding=all&account=all&picker=all",
                "the limit is 10000"
            ),
            ("account=signedIn&boarding=notListed", "is impossible with the other values"),
        ])
    func refused(_ query: String, _ words: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.get, "/situations?\(query)")
            #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
        }
    }
}
