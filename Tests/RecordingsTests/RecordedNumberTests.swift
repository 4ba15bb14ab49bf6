import Foundation
import TVSimEntitlementService
import TVSimRecordings
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A number of a recording")
struct RecordedNumberTests {
    private typealias Archive = SessionArchive

    /// The paths of the numbers in a document.
    private static func numbers(_ value: JSONValue, at path: [String] = []) -> [[String]] {
        switch value {
        case .integer, .number: [path]
        case .array(let items): items.enumerated().flatMap { numbers($1, at: path + [String($0)]) }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { numbers($0.value, at: path + [$0.key]) }
        default: []
        }
    }

    private static let extremes: [JSONValue] = [
        .integer(.max), .integer(.min), .integer(0), .integer(-1), .number(1e308),
    ]

    /// Two neighbours, such as the end and the beginning of a validity, are at every pair of extremes once.
    @Test("is of any size in an answer, and the profile of the recording can be read", arguments: 2...13)
    func inAnswers(entry: Int) throws {
        let archive = try Archive()
        let root = try JSONText.value(String(decoding: archive.octets, as: UTF8.self))
        guard
            let content = Archive.value(["log", "entries", String(entry - 1), "response", "content"], in: root),
            let text = content["text"]?.string, content["encoding"] == nil,
            let answer = try? JSONText.value(text)
        else { return }
        let paths = Self.numbers(answer)
        for first in Self.extremes {
            for second in Self.extremes {
                var (changed, other) = (archive, answer)
                for (index, path) in paths.enumerated() {
                    other = Archive.replacing(path, in: other, with: index.isMultiple(of: 2) ? first : second)
                }
                changed.change(entry, ["response", "content", "text"], to: .string(try JSONText.line(other)))
                let world = try changed.recording().origin().description
                #expect(world.service.requestors.first?.id == "REF30")
            }
        }
    }

    @Test("counts the rest of a promotional pass only as far as a profile can", arguments: [0, 3, Int64.max])
    func rest(_ rest: Int64) throws {
        var archive = try Archive()
        let profile: JSONValue = [
            "type": "temporary", "notBefore": 0, "notAfter": 300_000,
            "attributes": [
                "remaining_resources": ["value": .integer(rest)], "used_assets": ["value": ["a", "b"]],
            ],
        ]
        try archive.changeAnswer(Archive.profile, ["profiles", "Spectrum"], to: profile)
        let requestor = try #require(try archive.recording().origin().description.service.requestors.first)
        let pass = try #require(requestor.integration("Spectrum")?.tempPass)
        #expect(pass.resources == (rest == .max ? 1_000 : Int(rest) + 2))
    }
}
