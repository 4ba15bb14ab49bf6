import Foundation
import TVSimFixtures
import TVSimSAML
import TestSupport
import Testing

/// Every case fails for the expected reason, and succeeds without its defect.
struct VerdictTests {
    struct Named: Sendable, CustomTestStringConvertible {
        let fixture: FixtureCase
        var testDescription: String { fixture.name }
    }

    static let responses = FixtureCatalog.cases.filter { $0.response != nil }.map(Named.init)
    static let tellable = FixtureCatalog.cases.filter { $0.response?.app != nil }.map(Named.init)
    static let exchanges = FixtureCatalog.cases.filter {
        if case .exchange = $0.input { true } else { false }
    }.map(Named.init)
    static let flows = FixtureCatalog.cases.filter {
        if case .flow = $0.input { true } else { false }
    }.map(Named.init)

    static let messages = FixtureCatalog.cases.filter { $0.message != nil }.map(Named.init)

    /// Returns every third case for `make test`, for each judge other ones, and by default all in `.ci/run`.
    private static func part(of cases: [Named], from start: Int, ci: Int = 1) -> [Named] {
        cases[each: Thoroughness.part(3, ci: ci), from: start]
    }

    private static func made(_ recipe: ResponseRecipe, _ fixture: FixtureCase) throws -> FixtureResponse {
        try #require(try FixtureResponse(recipe, name: fixture.name, seed: 0))
    }

    @Test(
        "The validator gives the expected verdict, and accepts the response without the defect",
        arguments: part(of: responses, from: 1))
    func response(_ named: Named) throws {
        let recipe = try #require(named.fixture.response)
        let response = try Self.made(recipe, named.fixture)
        if recipe.hasDocument {
            #expect(try ReaderJudge.verdict(on: response.document, of: recipe) == recipe.verdictWord)
        }
        #expect(try ReaderJudge.verdict(on: Data(response.base64.utf8), of: recipe) == recipe.verdictWord)
        let twin = try Self.made(recipe.healthy, named.fixture)
        #expect(try ReaderJudge.verdict(on: twin.document, of: recipe.healthy) == "valid")
        let again = try Self.made(recipe, named.fixture)
        #expect(
            again.document == response.document && again.base64 == response.base64,
            "the bytes must be the same each time")
    }

    /// The responses that are invalid, and that no relaxation accepts.
    static let attacks = responses.filter {
        let deviations = [
            "outOfOrder", "signatureAtEnd", "nameAfterConfirmation", "confirmationNotBefore",
            "emptyAttributeStatement", "noNameID", "digitFirstID", "blanksAroundIssuer",
        ]
        return !deviations.contains($0.fixture.name) && $0.fixture.response?.verdictWord != "valid"
    }

    @Test(
        "The validator rejects every attack under each relaxation and under all",
        arguments: part(of: attacks, from: 2, ci: 2))
    func relaxed(_ named: Named) throws {
        let recipe = try #require(named.fixture.response)
        let response = try Self.made(recipe, named.fixture)
        for allowed in ResponseRequirements.Relaxation.allCases.map({ [$0] }) + [
            ResponseRequirements.Relaxation.allCases
        ] {
            let word = try ReaderJudge.verdict(on: Data(response.base64.utf8), of: recipe, allowing: Set(allowed))
            #expect(!word.hasPrefix("valid"), "\(allowed): \(word)")
        }
    }

    @Test(
        "The service gives the expected answer, and accepts the response without the defect",
        arguments: part(of: responses, from: 3, ci: 2))
    func service(_ named: Named) async throws {
        let recipe = try #require(named.fixture.response)
        let response = try Self.made(recipe, named.fixture)
        let finding = try await ServiceJudge.judge(recipe.exchange, response: response.base64)
        #expect(finding.differences == [])
        // The service decrypts nothing, accepts no clock skew and knows only the provider's own key, so it also rejects
        // these cases without the defect.
        guard recipe.encryption == nil, !recipe.encryptsName, recipe.clockSkew == 0, recipe.recordedSignature == nil
        else { return }
        var healthy = recipe.healthy
        healthy.service = try #require(FixtureCatalog["honest"]?.service)
        let twin = try Self.made(healthy, named.fixture)
        #expect(try await ServiceJudge.judge(healthy.exchange, response: twin.base64).differences == [])
    }

    // FixturesTests in CommandLineTests runs the profile of every case, so a few are enough here.
    @Test("The app gets the expected callbacks for a response", arguments: part(of: tellable, from: 4, ci: 6))
    func app(_ named: Named) async throws {
        let (fixture, recipe) = (named.fixture, try #require(named.fixture.response))
        let response = String(decoding: try Self.made(recipe, fixture).document, as: UTF8.self)
        let (given, own) = (try #require(recipe.app?.flow(answering: nil)), try #require(fixture.flow))
        for flow in recipe.providerDefect == nil ? [given] : [given, own] {
            let text = flow.profile(name: fixture.name, summary: fixture.summary, response: response)
            #expect(try await AppJudge.differences(in: text) == [], "\(text.prefix(400))")
        }
    }

    @Test(
        "The receiver of a message gives the expected verdict, and accepts it without the defect",
        arguments: part(of: messages, from: 5))
    func message(_ named: Named) async throws {
        let recipe = try #require(named.fixture.message)
        let message = try FixtureMessage(recipe, name: named.fixture.name, seed: 0)
        let verdict = try await MessageJudge.verdict(on: message.query, of: recipe)
        #expect((verdict == "valid") == recipe.isAccepted, "\(verdict)")
        let twin = try FixtureMessage(recipe.healthy, name: named.fixture.name, seed: 0)
        #expect(try await MessageJudge.verdict(on: twin.query, of: recipe.healthy) == "valid")
        #expect((twin.query == message.query) != named.fixture.isDefective)
        let again = try FixtureMessage(recipe, name: named.fixture.name, seed: 0)
        #expect(again.query == message.query, "the bytes must be the same each time")
    }

    @Test(
        "The service gives the expected answers to requests, with and without the defect",
        arguments: part(of: exchanges, from: 6))
    func exchange(_ named: Named) async throws {
        let recipe = try #require(named.fixture.exchange)
        let response = try Self.made(ResponseRecipe(), named.fixture).base64
        for twin in [recipe, recipe.healthyTwin] {
            #expect(try await ServiceJudge.judge(twin, response: response).differences == [])
        }
    }

    @Test("The app gets the expected callbacks, with and without the defect", arguments: part(of: flows, from: 7))
    func flow(_ named: Named) async throws {
        let (fixture, recipe) = (named.fixture, try #require(named.fixture.flow))
        for healthy in [false, true] {
            let text = recipe.profile(name: fixture.name, summary: fixture.summary, healthy: healthy)
            #expect(try await AppJudge.differences(in: text) == [], "\(healthy ? "without the defect" : "")")
        }
    }
}
