import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

@Suite("Headers")
struct HeaderTests {
    @Test(
        "reads a bearer token, whatever the case of its scheme",
        arguments: [("Bearer abc", "abc"), ("bearer  abc", "abc"), ("BEARER a.b-c_d", "a.b-c_d")])
    func readsBearerToken(header: String, token: String) {
        #expect(BearerToken(headerValue: header)?.token == token)
    }

    @Test(
        "refuses other values than a bearer token",
        arguments: ["", "Bearer", "Bearer ", "Basic abc", "Bearer a b", "abc"])
    func refusesOtherAuthorization(header: String) {
        #expect(BearerToken(headerValue: header) == nil)
    }

    @Test("writes and reads a device identifier")
    func readsDeviceIdentifier() {
        let identifier = DeviceIdentifier(fingerprint: "device-1")
        #expect(identifier.headerValue == "fingerprint ZGV2aWNlLTE=")
        #expect(DeviceIdentifier(headerValue: identifier.headerValue) == identifier)
    }

    @Test(
        "refuses a device identifier of another type or without Base64",
        arguments: ["", "fingerprint", "fingerprint !!", "fingerprint ", "Fingerprint ZGV2", "idfa ZGV2", "ZGV2"])
    func refusesOtherIdentifiers(header: String) {
        #expect(DeviceIdentifier(headerValue: header) == nil)
    }

    @Test(
        "finds the platform by the name of the operating system, even if other members are missing",
        arguments: DeviceInformation.requiredKeys)
    func knowsPlatform(key: String) throws {
        let complete = DeviceInformation(model: "m", version: "1", osName: "tvOS", osVersion: "18")
        #expect(complete.platform == .tvOS)
        let information = DeviceInformation(members: complete.members.filter { $0.key != key })
        #expect(information.platform == (key == "osName" ? .unknown : .tvOS))
        #expect(DeviceInformation(headerValue: information.headerValue) == information)
    }

    @Test(
        "refuses device information that is not a JSON object",
        arguments: ["", "%", "{}", base64("[]"), base64("{"), base64("\"a\""), base64("{\"a\":}")])
    func refusesOtherInformation(header: String) {
        #expect(DeviceInformation(headerValue: header) == nil)
    }

    @Test(
        "reads the documented framework statuses",
        arguments: [
            (
                #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"Cablevision","expirationDate":"2025430636000"}}"#,
                PartnerFrameworkStatus.AccessStatus.granted, "Cablevision", "2025430636000"
            ),
            (
                #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"Dish","expirationDate":2025430636000}}"#,
                .granted, "Dish", ""
            ),
            (
                #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{}}"#,
                .denied, nil, nil
            ),
            (
                "{\n \"frameworkPermissionInfo\": {\"accessStatus\": \"notDetermined\"}\n}",
                .notDetermined, nil, nil
            ),
        ] as [(String, PartnerFrameworkStatus.AccessStatus, ProviderID?, String?)])
    func readsFrameworkStatus(
        json: String, access: PartnerFrameworkStatus.AccessStatus, id: ProviderID?, expiration: String?
    ) throws {
        let status = try #require(PartnerFrameworkStatus(headerValue: base64(json)))
        #expect(status.frameworkPermissionInfo?.accessStatus == access)
        #expect(status.frameworkProviderInfo?.id == id)
        #expect(status.frameworkProviderInfo?.expirationDate == expiration)
        #expect(PartnerFrameworkStatus(headerValue: status.headerValue) == status)
    }

    @Test("writes the expiration as a string of milliseconds and omits an unknown one")
    func writesExpiration() {
        typealias Info = PartnerFrameworkStatus.ProviderInfo
        #expect(Info(id: "a", expires: Date(timeIntervalSince1970: 1.5)).expirationDate == "1500")
        #expect(Info(id: "a", expires: nil).expirationDate == nil)
    }

    @Test(
        "refuses a framework status of another shape",
        arguments: [
            "", "{}", "%%", base64("[]"), base64("nonsense"), base64(#"{"frameworkPermissionInfo":1}"#),
            base64(#"{"frameworkProviderInfo":{"id":7}}"#),
        ])
    func refusesOtherStatus(header: String) {
        #expect(PartnerFrameworkStatus(headerValue: header) == nil)
    }

    @Test(
        "a JSON text in X-Device-Info is not repaired, although the vendor's sample lacks a comma",
        arguments: [
            #"{"a":1 "b":2}"#, #"{"a":1,"b":[1,],}"#, #"{"a":["x" "y"]}"#, #"{,}"#, #"{"a":1,,"b":2}"#, #"{"a" 1}"#,
            #"[{"a":1}]"#,
        ])
    func commas(_ text: String) {
        #expect(DeviceInformation(headerValue: Data(text.utf8).base64EncodedString()) == nil)
    }

    @Test(
        "a JSON text has a low maximum depth in X-Device-Info, because it is stored",
        arguments: [(7, true), (8, false)])
    func deviceInformation(_ levels: Int, _ isRead: Bool) {
        let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let header = Data(#"{"osName":"tvOS","x":\#(value)}"#.utf8).base64EncodedString()
        #expect((DeviceInformation(headerValue: header) != nil) == isRead)
    }
}
