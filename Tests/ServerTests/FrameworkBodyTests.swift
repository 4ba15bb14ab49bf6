import Foundation
import TVSimStructuredText
import Testing
import VideoSubscriberAccount

@testable import TVSimServer

@Suite("The body of a request to Apple's framework over HTTP")
struct FrameworkBodyTests {
    private static func body<Body>(_ fields: ObjectFormat<Body>, _ given: Members) throws -> Body {
        var body = fields.defaults
        try fields.read(ValueCursor(.object(given)), into: &body, ReadingNotes(clock: .init(timeIntervalSince1970: 0)))
        return body
    }

    @Test("sets every property of the metadata request")
    func metadata() throws {
        let request = try Self.body(
            AccountMetadataBody.fields,
            [
                "channelIdentifier": "channel", "supportedAccountProviderIdentifiers": ["a", "b"],
                "featuredAccountProviderIdentifiers": ["b"], "verificationToken": "token",
                "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
                "localizedVideoTitle": "Title", "isInterruptionAllowed": true, "forceAuthentication": true,
                "attributeNames": ["one", "two"], "supportedAuthenticationSchemes": ["SAML", "API"],
                "accountProviderAuthenticationToken": "session",
                "applicationAccountProviders": [["localizedDisplayName": "Mine", "identifier": "mine"]],
            ]
        ).request
        #expect(request.channelIdentifier == "channel")
        #expect(request.supportedAccountProviderIdentifiers == ["a", "b"])
        #expect(request.featuredAccountProviderIdentifiers == ["b"])
        #expect(request.verificationToken == "token")
        #expect(request.includeAccountProviderIdentifier && request.includeAuthenticationExpirationDate)
        #expect(request.localizedVideoTitle == "Title")
        #expect(request.isInterruptionAllowed && request.forceAuthentication)
        #expect(request.attributeNames == ["one", "two"])
        #expect(request.supportedAuthenticationSchemes.map(\.rawValue) == ["SAML", "API"])
        #expect(request.accountProviderAuthenticationToken == "session")
        let rows = request.applicationAccountProviders ?? []
        #expect(rows.map(\.localizedDisplayName) == ["Mine"] && rows.map(\.identifier) == ["mine"])
    }

    @Test("leaves the properties that it does not name as a new metadata request has them, and asks for SAML")
    func metadataDefaults() throws {
        let body = try Self.body(AccountMetadataBody.fields, [:])
        let (request, fresh) = (body.request, VSAccountMetadataRequest())
        #expect(body.delegate)
        #expect(request.channelIdentifier == fresh.channelIdentifier)
        #expect(request.supportedAccountProviderIdentifiers == fresh.supportedAccountProviderIdentifiers)
        #expect(request.featuredAccountProviderIdentifiers == fresh.featuredAccountProviderIdentifiers)
        #expect(request.verificationToken == fresh.verificationToken)
        #expect(request.includeAccountProviderIdentifier == fresh.includeAccountProviderIdentifier)
        #expect(request.includeAuthenticationExpirationDate == fresh.includeAuthenticationExpirationDate)
        #expect(request.localizedVideoTitle == fresh.localizedVideoTitle)
        #expect(request.isInterruptionAllowed == fresh.isInterruptionAllowed)
        #expect(request.forceAuthentication == fresh.forceAuthentication)
        #expect(request.attributeNames == fresh.attributeNames)
        #expect(request.supportedAuthenticationSchemes.map(\.rawValue) == ["SAML"])
        #expect(request.accountProviderAuthenticationToken == fresh.accountProviderAuthenticationToken)
        #expect(request.applicationAccountProviders?.isEmpty ?? true)
    }

    @Test(
        "sets every property of the subscription",
        arguments: [("unknown", .unknown), ("freeWithAccount", .freeWithAccount), ("paid", .paid)]
            as [(String, VSSubscriptionAccessLevel)])
    func subscription(word: String, level: VSSubscriptionAccessLevel) throws {
        let given: Members = [
            "expirationDate": "+1d", "accessLevel": .string(word), "tierIdentifiers": ["gold", "sports"],
            "billingIdentifier": "bill",
        ]
        let body = try Self.body(
            SubscriptionBody.fields, ["bundleID": "com.example.a", "currentSubscription": .object(given)])
        #expect(body.bundleID == "com.example.a")
        let subscription = try #require(body.currentSubscription?.subscription)
        #expect(subscription.expirationDate == Date(timeIntervalSince1970: 86_400))
        #expect(subscription.accessLevel == level)
        #expect(subscription.tierIdentifiers == ["gold", "sports"])
        #expect(subscription.billingIdentifier == "bill")
    }

    @Test("ends no subscription that names no date")
    func endless() throws {
        let body = try Self.body(SubscriptionBody.fields, ["currentSubscription": ["accessLevel": "paid"]])
        #expect(body.currentSubscription?.subscription.expirationDate == .distantFuture)
        #expect(try Self.body(SubscriptionBody.fields, ["currentSubscription": .null]).currentSubscription == nil)
    }
}
