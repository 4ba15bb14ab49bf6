import HTTPTypes
import TVSimStructuredText
import Testing

@Suite("The parameters of the admin API")
struct ParameterTests {
    @Test("are refused with a value that the document does not allow: an unknown word, a number too small or too large")
    func undocumentedValues() async throws {
        try await RunningServer.serving { server in
            let document = try await server.admin(.get, "/openapi.json").json()
            var count = 0
            guard case .object(let paths)? = document["paths"] else { return #expect(Bool(false)) }
            for (path, operations) in paths where !path.contains("{") {
                for parameter in operations["get"]?["parameters"]?.elements ?? [] where parameter["in"] == "query" {
                    guard let name = parameter["name"]?.string, let schema = parameter["schema"] else { continue }
                    for value in Self.undocumented(schema) {
                        let query = "\(path.dropFirst("/_sim/v1".count))?\(name)=\(value)"
                        let answer = try await server.admin(.get, query)
                        #expect(answer.status == 400, "\(query)")
                        #expect(answer.text.contains("'\(name)'"), "\(query): \(answer.text)")
                        count += 1
                    }
                }
            }
            #expect(count > 20)
        }
    }

    /// Values that a schema does not allow, as texts of a query.
    private static func undocumented(_ schema: JSONValue) -> [String] {
        if schema["enum"] != nil || schema["type"] == "boolean" { return ["null"] }
        guard schema["type"] == "integer" else { return [] }
        var values = ["null"]
        if case .integer(let smallest)? = schema["minimum"] { values.append("\(smallest - 1)") }
        if case .integer(let largest)? = schema["maximum"] { values.append("\(largest + 1)") }
        return values
    }
}
