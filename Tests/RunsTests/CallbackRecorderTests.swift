import AccessEnabler
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("The callbacks of a recorded app")
struct CallbackRecorderTests {
    private static func text(_ call: (CallbackRecorder) -> Void) -> [String] {
        let recorder = CallbackRecorder()
        call(recorder)
        return recorder.drain().map(\.text)
    }

    @Test("may have no values, or values of other types, as in Objective-C")
    func unusual() {
        #expect(
            Self.text { recorder in
                recorder.setAuthenticationStatus(0, errorCode: nil)
                recorder.status(nil)
                recorder.status(["errorId": "N111", "level": 3])
                recorder.displayProviderDialog(nil)
                recorder.displayProviderDialog(["no MVPD"])
                recorder.setToken(nil, forResource: nil)
                recorder.tokenRequestFailed("news", errorCode: nil, errorDescription: nil)
                recorder.selectedProvider(nil)
                recorder.preauthorizedResources(nil)
                recorder.preauthorizedResources(["news", 7])
                recorder.sendTrackingData(nil, forEventType: TRACKING_AUTHORIZATION)
                recorder.sendTrackingData([true], forEventType: TRACKING_AUTHENTICATION)
                recorder.sendTrackingData([], forEventType: TRACKING_GET_SELECTED_PROVIDER)
                recorder.navigate(toUrl: nil)
                recorder.navigate(toUrl: "https://a", useSVC: true)
                recorder.navigate(toUrl: "https://a", useSVC: false)
            } == [
                "setAuthenticationStatus(0, null)", "status(?)", "status(N111)", "displayProviderDialog()",
                "displayProviderDialog(?)", "setToken(nil)", "tokenRequestFailed(news, null, null)",
                "selectedProvider(nil)", "preauthorizedResources()", "preauthorizedResources(news, 7)",
                "sendTrackingData(authorization)", "sendTrackingData(authentication, \"true\")",
                "sendTrackingData(mvpdSelection)", "navigateToUrl(nil)", "navigateToUrl(https://a, useSVC: true)",
                "navigateToUrl(https://a)",
            ])
    }

    @Test("name the key of metadata")
    func metadata() {
        let keys: [(key: Int32, arguments: [AnyHashable: Any]?, name: String)] = [
            (METADATA_AUTHENTICATION, nil, "authentication"), (METADATA_AUTHORIZATION, [:], "authorization"),
            (METADATA_DEVICE_ID, nil, "deviceID"), (METADATA_USER_META, [METADATA_USER_META_KEY: "zip"], "zip"),
            (METADATA_USER_META, nil, "userMetadata"), (99, nil, "invalid"),
        ]
        for (key, arguments, name) in keys {
            #expect(
                Self.text { $0.setMetadataStatus("x", encrypted: false, forKey: key, andArguments: arguments) }
                    == ["setMetadataStatus(\(name), \"x\")"])
            #expect(
                Self.text { $0.setMetadataStatus(nil, encrypted: true, forKey: key, andArguments: arguments) }
                    == ["setMetadataStatus(\(name), nil)"])
        }
    }

    @Test("have the metadata as JSON, whatever its type")
    func values() {
        struct Own: CustomStringConvertible { let description = "own" }
        let values: [(Any, JSONValue)] = [
            ("text", "text"), (true, true), (7, 7), (1.5, .number(1.5)), (["a", 1] as [Any], ["a", 1]),
            (["a": ["b": false]] as [String: Any], ["a": ["b": false]]), (Own(), "own"),
        ]
        for (value, json) in values { #expect(JSONValue(object: value) == json, "\(value)") }
    }

    @Test("are told once, and forgotten with the process; the last media token of each resource is kept until then")
    func memory() {
        let noted = Locked<[String]>([])
        let recorder = CallbackRecorder(noting: { callback in noted.withLockedValue { $0.append(callback.text) } })
        recorder.setToken("one", forResource: "news")
        recorder.setToken("two", forResource: "news")
        recorder.setToken("three", forResource: "sports")
        recorder.setToken(nil, forResource: "movies")
        #expect(recorder.mediaTokens == ["news": "two", "sports": "three"])
        #expect(recorder.drain().map(\.text) == noted.withLockedValue(\.self) && recorder.drain().isEmpty)
        recorder.setRequestorComplete(1)
        recorder.forget()
        #expect(recorder.drain().isEmpty && recorder.mediaTokens.isEmpty && !recorder.isPaused)
    }
}
