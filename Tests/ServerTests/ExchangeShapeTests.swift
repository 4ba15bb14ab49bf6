import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("The kept messages of an exchange")
struct ExchangeShapeTests {
    private static func record(
        _ type: String?, _ body: Data, target: String? = "/x", showsSecrets: Bool = false
    ) -> ExchangeRecord {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: target)
        request.headerFields[.contentType] = type
        request.headerFields[.authorization] = "Bearer confidential"
        request.headerFields[.deviceInformation] = Data(#"{"model": "TV"}"#.utf8).base64EncodedString()
        let exchange = Exchange(request: request, body: body, answer: nil)
        return ExchangeRecord(exchange, showsSecrets: showsSecrets)
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test("have no body if it is empty, or of a type whose secrets cannot be found")
    func without() {
        for type in [Self.form, "application/json", "text/html", nil] {
            let record = Self.record(type, Data())
            #expect(record.request.body == nil && record.request.length == 0 && record.response == nil)
            #expect(Self.record(type, Data(), showsSecrets: true).request.body == nil)
        }
        #expect(Self.record("text/html", Data("<p>".utf8)).request.body == nil)
        #expect(Self.record(nil, Data("a=1".utf8)).request.body == nil)
        #expect(Self.record("application/json", Data("{".utf8)).request.body == nil)
        for type in [Self.form, "application/json"] { #expect(Self.record(type, Data([0xFF])).request.body == nil) }
        #expect(Self.record(nil, Data([0xFF]), showsSecrets: true).request.body == nil)
        #expect(Self.record(nil, Data([0xFF])).request.length == 1)
    }

    @Test("have the fields of a form and the members of JSON, with their secrets replaced at every depth")
    func secrets() throws {
        let json =
            #"{"password": 12345678, "count": 5, "deep": [{"password": "confidential"}, true, null, 1.5], "a": "b"}"#
        let text = try #require(Self.record("application/json; charset=utf-8", Data(json.utf8)).request.body)
        let found = try JSONText.value(text)
        #expect(found["count"] == 5 && found["a"] == "b" && found["password"] == "<redacted>", "\(text)")
        let deep = found["deep"]?.elements ?? []
        #expect(deep.count == 4 && deep.suffix(3) == [true, .null, .number(1.5)])
        #expect(deep.first?["password"]?.string?.hasPrefix("<redacted") == true)
        let fields = Self.record("Application/X-WWW-Form-URLEncoded", Data("password=confidential&a=b%20c".utf8))
        #expect(fields.request.body?.contains("confidential") == false)
        #expect(fields.request.body?.contains("a=b%20c") == true, "\(fields.request.body ?? "")")
        #expect(Self.record(Self.form, Data("a=%".utf8)).request.body == "(malformed)")
        #expect(Self.record(Self.form, Data("a=%".utf8), showsSecrets: true).request.body == "a=%")
    }

    @Test("are shortened beyond 16 KiB")
    func long() {
        for (count, isShortened) in [(16_384, false), (16_385, true)] {
            let body = "a=" + String(repeating: "x", count: count - 2)
            let record = Self.record(Self.form, Data(body.utf8), showsSecrets: true)
            #expect(record.request.body == (isShortened ? body.prefix(16_384) + "…" : body))
            #expect(record.request.length == count)
        }
        let words = "{\"a\": [" + Array(repeating: "\"some words\"", count: 2_000).joined(separator: ", ") + "]}"
        let redacted = Self.record("application/json", Data(words.utf8)).request.body
        #expect(redacted?.utf8.count == 16_384 + 3 && redacted?.hasSuffix("…") == true)
    }

    @Test("name the method and the target without secrets, and the headers that only look like one")
    func line() {
        #expect(Self.record(nil, Data(), target: nil).request.line == "POST /")
        #expect(Self.record(nil, Data(), target: "/a?b=1&c").request.line.hasPrefix("POST /a?b=1&c"))
        #expect(Self.record(nil, Data(), target: "/a?password=x1y2").request.line.contains("x1y2") == false)
        #expect(Self.record(nil, Data(), target: "/a?password=x1y2", showsSecrets: true).request.line.contains("x1y2"))
        #expect(Self.record(nil, Data(), target: "/a?%").request.line == "POST /a?(malformed)")
        for showsSecrets in [false, true] {
            let headers = Self.record(nil, Data(), showsSecrets: showsSecrets).request.headers
            let values = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
            #expect(values["X-Device-Info"] == Data(#"{"model": "TV"}"#.utf8).base64EncodedString())
            #expect((values["Authorization"] == "Bearer confidential") == showsSecrets)
        }
    }

    @Test("are dropped when a server keeps newer ones, the exchange with all its entries at once")
    func ring() {
        let exchanges = Exchanges(atMost: 2)
        func place(_ number: Int) -> JournalWitness.Place { .init(opening: 1, number: number) }
        func exchange(_ path: String, length: Int = 0) -> Exchange {
            Exchange(
                request: HTTPRequest(method: .get, scheme: "http", authority: "a", path: path),
                body: Data(repeating: 0x61, count: length), answer: nil, scheme: "https", pathPrefix: "/s/a")
        }
        exchanges.keep(exchange("/none"), at: [])
        exchanges.keep(exchange("/one"), at: [place(1), place(2)])
        exchanges.keep(exchange("/two"), at: [place(3)])
        #expect([1, 2, 3].map { exchanges.exchange(at: place($0))?.request.path } == ["/one", "/one", "/two"])
        exchanges.keep(exchange("/three", length: 16_385), at: [place(4)])
        #expect(
            [1, 2].allSatisfy { exchanges.exchange(at: place($0)) == nil && exchanges.record(at: place($0)) == nil })
        #expect(exchanges.exchange(at: place(3))?.request.path == "/two")
        // Of large messages only the record keeps the beginning, without secrets.
        #expect(exchanges.exchange(at: place(4))?.body.isEmpty == true)
        #expect(exchanges.record(at: place(4), showsSecrets: true)?.request.length == 16_385)
        #expect(exchanges.exchange(at: place(3))?.recorded.request.path == "/s/a/two")
        #expect(exchanges.exchange(at: place(3))?.recorded.request.scheme == "https")
        let (one, other) = (exchange("/x"), exchange("/x"))
        #expect(one.isSame(as: one) && !one.isSame(as: other))
    }
}
