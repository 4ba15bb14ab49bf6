import Foundation
import TestSupport
import Testing

@Suite("tvsim explain", .waitsForPrograms)
struct ExplainTests {
    @Test("names the failing condition and the remedy, until all conditions hold")
    func ladder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        func explain() throws -> [String] {
            try tool.line("explain setRequestor").output.split(separator: "\n").map { String($0) }
        }
        let called = "setRequestor on device 'default', requestor REF30"
        #expect(
            try explain() == [
                called, "  <- status(VSA404)", "  <- setRequestorComplete(1)", "  NO   permissionGranted",
                "  why: access is notDetermined",
                "  to change that: tvsim permission grant com.example.stream",
            ])
        try tool.line("permission grant com.example.stream")
        let whole = try tool.line("explain setRequestor --why").output
        #expect(whole.contains("\n  yes  permissionGranted\n  NO   signedIn\n  because: "))
        #expect(try explain().filter { $0.hasPrefix("  NO ") } == ["  NO   signedIn"])
        #expect(try explain().last == "  to change that: tvsim account sign-in Cablevision --as alice")
        try tool.line("account sign-in Cablevision --as alice")
        #expect(try explain() == [called, "  <- setRequestorComplete(1)", "  yes  all 7 conditions hold"])
        let all = try tool.line("explain setRequestor --why").output
        #expect(all.contains("  yes  samlResponseReceived\n"))
        #expect(!all.contains("NO "))
        #expect(!all.contains("to change that"))
        try tool.line("fault add provider.attributeQuery timeout")
        #expect(try explain().last == "  to change that: tvsim fault clear")
    }

    @Test("explains the previous call if a fault that occurs once has affected it")
    func callBefore() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission grant com.example.stream")
        try tool.line("account sign-in Cablevision --as alice")
        for (fault, met) in [
            ("provider.attributeQuery timeout", "samlResponseReceived does not hold"),
            ("service.profilesSSO 503", "the service answered with an error: "),
        ] {
            try tool.line("fault add \(fault) --times 1")
            let explained = try tool.line("explain getAuthentication").output
            #expect(explained.contains("  note: in the earlier call setRequestor: \(met)"))
            #expect(explained.contains("<- setAuthenticationStatus(1, "))
            try tool.line("fault clear")
            #expect(try !tool.line("explain getAuthentication").output.contains("earlier call"))
        }
    }

    @Test("changes nothing", arguments: ["setRequestor", "checkAuthentication", "getAuthentication", "logout"])
    func changesNothing(call: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission grant com.example.stream")
        try tool.line("account sign-in Cablevision --as alice")
        try tool.line("fault add provider.attributeQuery timeout --times 1")
        let before = try tool.line("device export -").output
        let outcome = try tool.run(["explain", call, "--format", "json"])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix(#"{"call":"\#(call)","callbacks":["#))
        #expect(try tool.line("device export -").output == before)
    }
}
