import Foundation
import TVSimEntitlementAPI
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TestSupport
import Testing

/// The level and resource of each advanced status.
///
/// Error Reporting, Advanced Error Reporting.
@Suite("Advanced statuses")
struct AdvancedStatusTests {
    /// The table of the specification, those for iOS and tvOS.
    static let levels = [
        "AAPL": "error", "APPL": "error", "APPL_ERROR": "error", "VSA203": "info", "VSA403": "info",
        "VSA404": "info", "VSA503": "info", "500": "error", "SEC403": "error", "SEC412": "warning",
        "SEC420": "error", "CFG100": "warning", "CFG400": "error", "CFG404": "error", "CFG429": "error",
        "N000": "info", "N001": "info", "N003": "info", "N004": "info", "N005": "info", "N010": "warning",
        "N011": "info", "N111": "warning", "N130": "error", "N500": "error", "R400": "error", "R401": "error",
        "REG500": "error", "REGCODE": "success", "Z010": "warning", "Z011": "info", "Z100": "error",
        "Z110": "error", "Z120": "error", "Z130": "error", "Z169": "error", "Z500": "error", "P100": "error",
    ]

    @Test("has the documented level", arguments: AdvancedStatus.Code.allCases)
    func level(code: AdvancedStatus.Code) {
        #expect(AdvancedStatus(code).dictionary["level"] as? String == Self.levels[code.rawValue])
    }

    @Test("says until when a code is valid, as a number, and says it of nothing else")
    func expires() throws {
        let end = try #require(TimeText.instant("2026-01-01T00:30:00.250Z"))
        let status = AdvancedStatus(registrationCode: "ABC1234", expires: end).dictionary
        #expect(status["expires"] as? Int == 1_767_227_400_250)
        #expect(status["message"] as? String == "ABC1234" && status["errorId"] as? String == "REGCODE")
        #expect(AdvancedStatus.Code.allCases.allSatisfy { AdvancedStatus($0).dictionary["expires"] == nil })
    }

    @Test("is shown by the committed profiles with its level, and names the resource if it is about one")
    func told() async throws {
        let paths = try ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")
        var seen: Set<String> = []
        for profile in try ProfileFiles.profiles(in: paths) {
            for step in try await ProfileRunner().run(profile).steps {
                for callback in step.callbacks where callback.name == .status {
                    guard case .object(let status)? = callback.arguments.first, let id = status["errorId"]?.string
                    else {
                        Issue.record("\(profile.name): \(callback.text)")
                        continue
                    }
                    seen.insert(id)
                    let level = Self.levels[id] ?? (id.hasPrefix("CFG5") ? "error" : nil)
                    #expect(status["level"]?.string == level, "\(profile.name): \(callback.text)")
                    // What an authorization comes to is about its resource, and nothing else is about one.
                    let isOfResource = id.hasPrefix("Z")
                    #expect((status["resource"] != nil) == isOfResource, "\(profile.name): \(callback.text)")
                    if isOfResource, let resource = status["resource"] {
                        #expect(
                            step.callbacks.contains { $0.name != .status && $0.arguments.first == resource },
                            "\(profile.name): \(callback.text)")
                    }
                    // Only a code ends, after the call that asked for it and within its half an hour.
                    let end: Int64? = if case .integer(let end)? = status["expires"] { end } else { nil }
                    let began = step.began.millisecondsSince1970
                    #expect(
                        end.map { (began..<began + 1_801_000).contains($0) } == (id == "REGCODE" ? true : nil),
                        "\(profile.name): \(callback.text)")
                    // What the framework said goes with its failure.
                    if ["AAPL", "APPL", "APPL_ERROR"].contains(id) {
                        #expect(status["details"]?.string?.isEmpty == false, "\(profile.name): \(callback.text)")
                    }
                }
            }
        }
        #expect(Set(Self.levels.keys).subtracting(seen).isSubset(of: ["CFG404", "SEC420"]))
    }
}
