import Foundation
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText
import TVSimulator
import Testing

@testable import AccessEnabler

/// What the SDK reads in the dictionaries that apps give, whose values are objects to the vendor's.
@Suite("The dictionaries of an app")
struct CallArgumentTests {
    /// A value of an app's dictionary, carried to a test.
    struct Given: @unchecked Sendable, CustomTestStringConvertible {
        let value: Any
        var testDescription: String { "\(type(of: value)) \(value)" }
        init(_ value: Any) { self.value = value }
    }

    @Test(
        "name the operation of a metadata request by any whole number",
        arguments: [
            Given(3), Given(UInt8(3)), Given(Int32(3)), Given(UInt(3)), Given(Int64(3)), Given(NSNumber(value: 3)),
            Given(METADATA_USER_META), Given(NSNumber(value: METADATA_USER_META)),
        ])
    func operation(given: Given) {
        let key = MetadataKey([METADATA_OPCODE_KEY: given.value, METADATA_USER_META_KEY: "zip"])
        #expect(key == .user("zip"))
    }

    @Test("name it by both known spellings, because the vendor's is not published")
    func spelling() {
        #expect(MetadataKey(["opCode": METADATA_DEVICE_ID]) == .deviceID)
        #expect(MetadataKey([METADATA_OPCODE_KEY: METADATA_DEVICE_ID]) == .deviceID)
        #expect(MetadataKey(["OPCODE": METADATA_DEVICE_ID]) == .invalid)
    }

    @Test("name no operation by other values", arguments: [Given("3"), Given(3.5), Given(UInt64.max), Given([3])])
    func noOperation(given: Given) {
        #expect(MetadataKey([METADATA_OPCODE_KEY: given.value]) == .invalid)
    }

    @Test("answer an operation given as an object")
    func metadata() async throws {
        let app = try await TestApp.launched(in: try Simulator(profile: PreauthorizeTests.signedIn))
        app.enabler.getMetadata([
            METADATA_OPCODE_KEY: NSNumber(value: METADATA_USER_META), METADATA_USER_META_KEY: "tokenSource",
        ])
        #expect(await app.next(1) == ["setMetadataStatus Apple 3"])
    }

    @Test(
        "filter by a list of texts; any other value names no MVPD",
        arguments: [
            (Given(["Dish"]), ["Dish"], 0), (Given(NSArray(array: ["Dish"])), ["Dish"], 0),
            (Given(["Dish", 1] as [Any]), ["Dish"], 1), (Given([String]()), [], 0), (Given("Dish"), [], 1),
            (Given(Set(["Dish"])), [], 1), (Given([1, 2]), [], 1),
        ])
    func filter(given: Given, providers: [String], ignored: Int) {
        let request = AuthenticationRequest(filter: [TV_PROVIDERS: given.value])
        #expect(request.providers?.map(\.rawValue) == providers)
        #expect(request.ignored.count == ignored)
    }

    @Test("feature only providers that are shown")
    func featured() {
        let request = AuthenticationRequest(
            filter: [TV_PROVIDERS: ["Dish", "Cablevision"], FEATURED_TV_PROVIDERS: ["Dish", "Mediacom"]])
        #expect(request.featuredAmongShown == ["Dish"])
        #expect(AuthenticationRequest(filter: [FEATURED_TV_PROVIDERS: ["Dish"]]).featuredAmongShown == [])
        #expect(AuthenticationRequest(filter: [FEATURED_TV_PROVIDERS: ["Dish"]]).providers == nil)
    }

    @Test("that filter by another value than a list show the app's dialog, which the journal records")
    func malformedFilter() async throws {
        let simulator = try Simulator(profile: PreauthorizeTests.signedIn)
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication(true, withData: nil, andFilter: [TV_PROVIDERS: "Dish"])
        #expect(await app.next(1) == ["displayProviderDialog 4"])
        #expect(
            try simulator.journal().contains(
                "AccessEnabler: getAuthentication: argument ignored ('TV_PROVIDERS' is not a list, so it names no MVPD)"
            ))
    }

    @Test(
        "switch an option on as boolValue does",
        arguments: [
            (Given(true), true), (Given(1), true), (Given(NSNumber(value: 1)), true),
            (Given(NSNumber(value: true)), true),
            (Given("YES"), true), (Given("true"), true), (Given("1"), true), (Given(false), false), (Given(0), false),
            (Given("no"), false), (Given([true]), false),
        ])
    func flag(given: Given, isOn: Bool) {
        let options = SDKOptions(["handleSVC": given.value])
        #expect(options.handlesSafariViewController == isOn)
        #expect(options.ignored.isEmpty == !(given.value is [Bool]))
    }

    @Test("are ignored if the option is unknown, which the journal records")
    func unknownOption() {
        let options = SDKOptions(["applicationProfil": "kids", "visitorId": "1", "visitorID": "2"])
        #expect(options.applicationProfile == nil && options.client.visitorIdentifier == "2")
        #expect(
            options.ignored == ["the option 'applicationProfil' is unknown", "the option 'visitorId' is unknown"])
    }

    @Test("send every value as JSON, for each type")
    func data() {
        let given: [AnyHashable: Any] = [
            "text": "a@b.example", "number": 5, "flag": true, "list": ["a", 1] as [Any], "pairs": ["k": ["v": 2]],
        ]
        let objects: [AnyHashable: Any] = [
            "text": NSString(string: "a@b.example"), "number": NSNumber(value: 5), "flag": NSNumber(value: true),
            "list": NSArray(array: ["a", NSNumber(value: 1)]),
            "pairs": NSDictionary(dictionary: ["k": NSDictionary(dictionary: ["v": NSNumber(value: 2)])]),
        ]
        let text = #"{"flag":true,"list":["a",1],"number":5,"pairs":{"k":{"v":2}},"text":"a@b.example"}"#
        for dictionary in [given, objects] {
            let data = GenericData(dictionary)
            #expect(data.identity?.headerValue == Data(text.utf8).base64EncodedString())
            #expect(data.ignored.isEmpty)
        }
    }

    @Test("do not send values that JSON cannot represent, which the journal records")
    func noJSON() {
        let data = GenericData(["when": Date(timeIntervalSince1970: 0), "number": Double.nan, "text": "x"])
        #expect(data.identity?.members == ["text": "x"])
        #expect(
            data.ignored == [
                "JSON cannot represent the value of 'number'", "JSON cannot represent the value of 'when'",
            ])
    }

    @Test("report an invalid device_info if a strict world does not register the app with it")
    func deviceInformation() async throws {
        let simulator = try Simulator(
            profile: PreauthorizeTests.signedIn + "\nservice: {strictDeviceInformation: true}\n")
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        app.enabler.setOptions(["device_info": "garbage!!"])
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status R400", "setRequestorComplete 0"])
        let journal = try simulator.journal()
        let trouble = "The app's 'device_info' is not a Base64-encoded JSON object."
        #expect(journal.contains { $0.hasPrefix("AccessEnabler: setOptions: ") && $0.hasSuffix("(\(trouble))") })
    }

    @Test(
        "are reported as a cause only if the service refused the request",
        arguments: [
            (ClientFailure.notRegistered("invalid_request"), true), (.noAccessToken("invalid_client"), true),
            (.refused(refusal, status: 400), true), (.refused(refusal, status: 500), false),
            (.refused(refusal, status: 429), false), (.serverError(status: 429), false),
            (.serverError(status: 503), false), (.noService, false), (.malformed, false),
        ])
    func blame(failure: ClientFailure, isBlamed: Bool) {
        let status = AdvancedStatus(configurationFailure: failure, hint: "It is the options.")
        #expect(status.message?.hasSuffix(" It is the options.") == isBlamed)
    }

    static let refusal = EnhancedError(.invalidHeaderDeviceInfo, trace: "")

    @Test("name no requestor by an empty value", arguments: ["", nil])
    func noRequestor(id: String?) async throws {
        let simulator = try Simulator(profile: PreauthorizeTests.signedIn)
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        app.enabler.setRequestor(id)
        #expect(await app.next(2) == ["status CFG400", "setRequestorComplete 0"])
        #expect(try !simulator.journal().contains { $0.contains("EntitlementService") })
    }
}
