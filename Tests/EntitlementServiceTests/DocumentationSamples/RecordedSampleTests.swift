import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRecordings
import TVSimStructuredText
import Testing

/// The samples of the documentation as recordings: each is an HTTP archive of one request and its documented response.
@Suite("A sample of the documentation, as a recording")
struct RecordedSampleTests {
    /// The samples with differences that no row explains: slips of the samples, which their deviations list.
    static let unexplained: [String: Set<String>] = [
        "enhancedErrors 1: inside an item": [
            "$.decisions[0].notAfter", "$.decisions[0].notBefore", "$.decisions[0].token.issuedAt",
            "$.decisions[1].notAfter", "$.decisions[1].notBefore", "$.decisions[1].serviceProvider",
        ],
        "logout 6: the MVPD is degraded": ["$.logouts.${degradedMvpd}", "$.logouts.ATTOTT"],
        "preauthorize 1: two permits and a deny": ["$.decisions[0].authorized", "$.decisions[0].error"],
    ]

    @Test(
        "differs from the documented shapes only where a row or a slip of the sample explains it",
        arguments: DocumentationSampleTests.all)
    func check(_ sample: DocumentationSample) async throws {
        var sample = sample
        for case .path(let path) in sample.deviations.map(\.change) { sample.request.path = path }
        let archive = try await archive(of: sample)
        let recording = try Recording(archive: Array(try JSONText.line(archive).utf8), name: "sample.har")
        let report = try await Contract.check(recording, in: recording.origin())
        let entry = try #require(report.entries.first)
        let paths = Set(entry.differences.filter { $0.row == nil }.map(\.path))
        #expect(paths == Self.unexplained[sample.testDescription] ?? [], "\(entry.differences)")
        let isSlip = Self.unexplained[sample.testDescription] != nil
        #expect(!isSlip || !sample.deviations.isEmpty)
    }

    /// Returns an archive of the sample's request with the documented response.
    private func archive(of sample: DocumentationSample) async throws -> JSONValue {
        let (request, body) = try await SampleWorld([]).message(sample.request)
        let headers = request.headerFields.map {
            ["name": .string($0.name.rawName), "value": .string($0.value)] as JSONValue
        }
        var response: Members = ["status": .integer(Int64(sample.status))]
        switch sample.answer {
        case .json(let shape):
            let json = shape.example(named: "")
            response["headers"] = [["name": "Content-Type", "value": "application/json;charset=UTF-8"]]
            response["content"] = ["text": .string(try JSONText.line(json)), "mimeType": "application/json"]
        case .redirection(let path, _):
            response["headers"] = [["name": "Location", "value": .string("https://mvpd.example\(path)")]]
            response["content"] = ["text": "moved", "mimeType": "text/plain"]
        }
        let url = "https://api.auth.adobe.com\(request.path ?? "/")"
        let text = String(decoding: body, as: UTF8.self)
        return [
            "log": [
                "entries": [
                    [
                        "startedDateTime": "2026-01-01T00:00:00.000Z",
                        "request": [
                            "method": .string(request.method.rawValue), "url": .string(url),
                            "headers": .array(headers), "postData": ["text": .string(text)],
                        ],
                        "response": .object(response),
                    ]
                ]
            ]
        ]
    }
}

extension SampleShape {
    /// Returns a value of this shape.
    ///
    /// - Parameter name: The member's name, which decides the kind of a number or text.
    /// - Returns: The value.
    func example(named name: String) -> JSONValue {
        switch self {
        case .text: Self.texts[name].map { .string($0) } ?? "text"
        case .digits: "1767225600000"
        case .number:
            switch name {
            case "notBefore", "time", "created_at", "value": 1_767_225_600_000
            case "notAfter": 1_767_312_000_000
            case "client_id_issued_at": 1_767_225_600
            case "expires_in": 21_600
            default: 1
            }
        case .exactly(let number): .integer(number)
        case .flag: .bool(name == "authorized")
        case .null: .null
        case .word(let word): .string(word)
        case .beginning("PHNpZ25hdHVyZUluZm8+"):
            .string(Data("<signatureInfo></signatureInfo>".utf8).base64EncodedString())
        case .beginning(let prefix): .string(prefix.hasPrefix("/api/") ? prefix + "8BLW4RW" : prefix + "x.example/1")
        case .address(let path, let query):
            .string("https://sp.example\(path)?" + query.sorted().map { "\($0)=1" }.joined(separator: "&"))
        case .list(let item): .array([item.example(named: name)])
        case .items(let items): .array(items.map { $0.example(named: name) })
        case .object(let members): Self.object(members)
        case .optional(let shape): shape.example(named: name)
        }
    }

    private static func object(_ shapes: [String: SampleShape]) -> JSONValue {
        var members = Members(uniqueKeysWithValues: shapes.map { ($0, $1.example(named: $0)) })
        // A token has the same name for its identifier as an MVPD.
        if members["id"] == "text" {
            members["id"] = members["access_token"] == nil ? "AnMVPD" : "7d3ffc3a-6f0e-4d6a-9a53-0d5b8c1f2e77"
        }
        if members["error"] != nil, members["authorized"] != nil { members["authorized"] = false }
        return .object(members)
    }

    private static let texts = [
        "redirect_uris": "adobepass://com.programmer", "name": "example.com",
        "sessionId": "1b614390-6610-4d14-9421-6565f6e75958",
        "trace": "1b614390-6610-4d14-9421-6565f6e75959", "code": "8BLW4RW", "os": "Unknown", "source": "mvpd",
        "request": Data("<samlp:AuthnRequest/>".utf8).base64EncodedString(), "mvpd": "Cablevision",
        "logoUrl": "https://logos.example/logo.png", "redirectUrl": "https://adobe.com/",
    ]
}
