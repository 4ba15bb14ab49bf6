import TVSimEntitlementAPI
import Testing

@Suite("Proxies")
struct ProxyExceptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let environment: [String: String]
        let list: String?
    }

    static let rows = [
        Row(testDescription: "no proxy", environment: ["PATH": "/bin"], list: nil),
        Row(testDescription: "exceptions and no proxy", environment: ["no_proxy": "a.example"], list: nil),
        Row(testDescription: "an empty proxy", environment: ["http_proxy": ""], list: nil),
        Row(testDescription: "a proxy", environment: ["http_proxy": "http://p:1"], list: "127.0.0.1"),
        Row(testDescription: "one in capitals", environment: ["ALL_PROXY": "http://p:1"], list: "127.0.0.1"),
        Row(
            testDescription: "a proxy and exceptions",
            environment: ["https_proxy": "http://p:1", "NO_PROXY": "a.example, b.example"],
            list: "a.example,b.example,127.0.0.1"),
        Row(
            testDescription: "the host among the exceptions",
            environment: ["http_proxy": "http://p:1", "no_proxy": "a.example,127.0.0.1"], list: nil),
        Row(
            testDescription: "everything excepted", environment: ["http_proxy": "http://p:1", "no_proxy": "*"],
            list: nil),
    ]

    @Test("are not used for a service on the same machine", arguments: rows)
    func list(_ row: Row) {
        #expect(ProxyExceptions.list(adding: "127.0.0.1", to: row.environment) == row.list)
    }
}
