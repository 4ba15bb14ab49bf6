import Foundation
import Testing
import VideoSubscriberAccount

/// The idioms with which shipped apps read errors.
///
/// Differences, A-12.
@Suite struct VSErrorTests {
    static let codes: [(VSError.Code, Int)] = [
        (.accessNotGranted, 0), (.unsupportedProvider, 1), (.userCancelled, 2), (.serviceTemporarilyUnavailable, 3),
        (.providerRejected, 4), (.invalidVerificationToken, 5), (.rejected, 6), (.unsupported, 7),
    ]

    @Test("every code has Apple's number, as a struct and as an NSError", arguments: codes)
    func numbers(code: VSError.Code, number: Int) {
        let error: any Error = VSError(code)
        #expect(code.rawValue == number)
        #expect((error as NSError).code == number)
        #expect((error as NSError).domain == "VSErrorDomain")
        #expect(VSError.errorDomain == VSErrorDomain)
    }

    @Test("carries user info under the keys' own names")
    func userInfo() {
        let error: any Error = VSError(
            .unsupportedProvider, userInfo: [VSErrorInfoKeyUnsupportedProviderIdentifier: "MSO"])
        #expect((error as NSError).userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String == "MSO")
        #expect((error as? VSError)?.code == .unsupportedProvider)
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test("is the NSError that is made of the same domain, code and user info")
    func bridged() {
        #expect(VSError(.userCancelled) as NSError == NSError(domain: VSErrorDomain, code: 2))
        let info = [VSErrorInfoKeyUnsupportedProviderIdentifier: "MSO"]
        let error = VSError(.unsupportedProvider, userInfo: info)
        #expect(error as NSError == NSError(domain: VSErrorDomain, code: 1, userInfo: info))
        #expect(error.errorUserInfo.keys.sorted() == error.userInfo.keys.sorted())
    }

    @Test("is caught by its code, as a struct and as a plain NSError")
    func caught() {
        func outcome(_ error: any Error) -> String {
            do { throw error } catch VSError.userCancelled { return "cancelled" } catch { return "other" }
        }
        #expect(outcome(VSError(.userCancelled)) == "cancelled")
        #expect(outcome(NSError(domain: VSErrorDomain, code: 2)) == "cancelled")
        #expect(outcome(VSError(.rejected)) == "other")
        #expect(outcome(NSError(domain: "Other", code: 2)) == "other")
    }

    @Test("can be hashed, which Foundation's own hashing of errors on Linux cannot")
    func hashes() {
        #expect(Set([VSError(.rejected), VSError(.rejected), VSError(.unsupported)]).count == 2)
        #expect(VSError(.rejected, userInfo: ["a": "b"]) != VSError(.rejected))
    }

    @Test("is equal if code and user info are equal, for any content")
    func equality() {
        func error(_ info: [String: Any]) -> VSError { VSError(.rejected, userInfo: info) }
        #expect(error(["a": 1]) == error(["a": 1]))
        #expect(error(["a": 1]) != error(["a": 2]))
        #expect(error(["a": 1]) != error(["b": 1]))
        #expect(
            error(["a": ["x": Date(timeIntervalSince1970: 1)]]) == error(["a": ["x": Date(timeIntervalSince1970: 1)]]))
        #expect(error(["a": NSNumber(value: 1)]) == error(["a": 1]))
        #expect(error(["a": "1"]) != error(["a": 1]))
        let response = VSAccountProviderResponse()
        #expect(error(["a": response]) == error(["a": response]))
        #expect(error(["a": response]) != error(["a": VSAccountProviderResponse()]))
        #expect(VSError(.rejected) != VSError(.unsupported))
        // Values that nothing can compare are equal by their types.
        struct Opaque { let number: Int }
        struct Other { let number: Int }
        for nested in [{ $0 }, { ["x": $0] }, { [1, $0] }] as [(Any) -> Any] {
            let opaque = error(["a": nested(Opaque(number: 1)), "b": 1])
            #expect(opaque == opaque)
            #expect(opaque != error(["a": nested(Other(number: 1)), "b": 1]))
            #expect(opaque != error(["a": nested(Opaque(number: 1)), "b": 2]))
            #expect(opaque != error(["a": nested("text"), "b": 1]))
        }
    }
}
