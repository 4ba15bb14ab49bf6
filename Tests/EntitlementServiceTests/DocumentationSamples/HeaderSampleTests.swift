import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// The samples of the appendix of headers, each sent as it stands there.
///
/// Those of `Adobe-Subject-Token` and of Roku's token have none; that of `AD-Service-Token` is another service's.
@Suite("A header of the documentation")
struct HeaderSampleTests {
    @Test("identifies the device")
    func deviceIdentifier() {
        let header = DeviceIdentifier(headerValue: SampleHeaders.deviceIdentifier)
        #expect(header?.fingerprint == SampleHeaders.fingerprint)
    }

    @Test("describes a device, unless its JSON lacks a comma")
    func deviceInformation() throws {
        #expect(DeviceInformation(headerValue: SampleHeaders.deviceInformation) == nil)
        let telephone = try #require(
            DeviceInformation(
                headerValue: "ewogICJwcmltYXJ5SGFyZHdhcmVUeXBlIiA6ICJNb2JpbGVQaG9uZSIsCiAgIm1vZGVsIjoiU00tUzkwMVUiLAog"
                    + "ICJ2ZW5kb3IiOiJzYW1zdW5nIiwKICAidmVyc2lvbiI6InIwcSIsCiAgIm1hbnVmYWN0dXJlciI6InNhbXN1bmciLAogICJv"
                    + "c05hbWUiOiJBbmRyb2lkIiwKICAib3NWZXJzaW9uIjoiMTQiCn0="))
        #expect(telephone.members["vendor"] == .string("samsung"))
        // 'connectionType' is demanded by the table, and the sample has it not.
        #expect(telephone.platform == .android)
    }

    @Test("that is a placeholder for a framework status is invalid and leads to a fallback")
    func frameworkStatus() async throws {
        let text =
            #"{"frameworkPermissionInfo": {"accessStatus": "....", "error": {"code": "....", "message": "...."}}, "#
            + #""frameworkProviderInfo": {"id": "....", "expirationDate": "....", "error": {"code": "..."}}}"#
        let world = try await SampleWorld([])
        let (response, body) = try await world.send(
            .post(
                "/api/v2/REF30/sessions/sso/Apple", .accessToken, .device,
                .frameworkStatus(Data(text.utf8).base64EncodedString()),
                body: .form("domainName=adobe.com&redirectUrl=https%3A%2F%2Fadobe.com")))
        #expect(response.status == .ok)
        let session = try WireCoding.decode(SessionResponse.self, from: body)
        #expect(session.actionName == .authenticate && session.reasonType == .pfsFallback)
    }

    @Test("identifies a user; appended to another header's value, as in the sample, it is invalid")
    func temporaryIdentity() {
        let value = "eyJlbWFpbCI6ICJleGFtcGxlQGRvbWFpbi5jb20ifQ=="
        #expect(TemporaryIdentity(headerValue: value)?.members == ["email": .string("example@domain.com")])
        // A slip of the page: two values of Base64 in one.
        #expect(DeviceInformation(headerValue: SampleHeaders.deviceInformation + value) == nil)
        #expect(TemporaryIdentity(headerValue: SampleHeaders.deviceInformation + value) == nil)
    }

    @Test("that identifies a visitor is accepted, in its quotes, and has no effect")
    func visitor() async throws {
        let world = try await SampleWorld([])
        let plain = try await world.send(.get("/api/v2/REF30/profiles", .accessToken, .device))
        let visited = try await world.send(
            .get(
                "/api/v2/REF30/profiles", .accessToken, .device,
                .other("AP-Visitor-Identifier", #""THE_ECID_VALUE""#)))
        #expect(visited.response.status == .ok && visited.body == plain.body)
    }

    @Test("that is the access token of another service is refused")
    func authorization() async throws {
        let token =
            "Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI0NmY0MGZiMy01NmJkLTQyYTktOTExYS02YmZmNmEyZmY0MDciLCJuYmYi"
            + "OjE3MjM1NjE4ODUsImlzcyI6ImF1dGguYWRvYmUuY29tIiwic2NvcGVzIjoiYXBpOmNsaWVudDp2MiIsImV4cCI6MTcyMzU4MzQ4NSwi"
            + "aWF0IjoxNzIzNTYxODg1fQ.aZUZqwN2fCqNXgXSdKFG9"
        let world = try await SampleWorld([])
        let (response, body) = try await world.send(
            .get("/api/v2/REF30/profiles", .other("Authorization", token), .device))
        #expect(response.status == .unauthorized)
        let error = try WireCoding.decode(EnhancedError.self, from: body)
        #expect(error.is(.invalidAccessTokenClientApplication))
    }
}
