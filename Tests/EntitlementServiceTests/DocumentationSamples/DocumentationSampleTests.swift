import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Every response sample of the public documentation of REST API V2 and client registration, replayed.
@Suite("A sample of the documentation")
struct DocumentationSampleTests {
    static let all: [DocumentationSample] =
        DocumentationSample.register + DocumentationSample.token + DocumentationSample.configuration
        + DocumentationSample.sessions + DocumentationSample.resume + DocumentationSample.sessionInformation
        + DocumentationSample.authenticate + DocumentationSample.profiles + DocumentationSample.profile
        + DocumentationSample.profileByCode + DocumentationSample.authorize + DocumentationSample.preauthorize
        + DocumentationSample.logout + DocumentationSample.partnerSession + DocumentationSample.partnerProfile
        + DocumentationSample.enhancedErrors

    @Test(
        "gets its status, its keys, their types and its codes, except for known deviations",
        arguments: all)
    func replay(_ sample: DocumentationSample) async throws {
        var sample = sample
        for case .path(let path) in sample.deviations.map(\.change) {
            // The sample's own path is none of the service's.
            let world = try await SampleWorld(sample.circumstances)
            #expect(try await world.send(sample.request).response.status.code == 404)
            sample.request.path = path
        }
        let world = try await SampleWorld(sample.circumstances)
        let (response, body) = try await world.send(sample.request)
        #expect(response.status.code == sample.status, "\(String(decoding: body, as: UTF8.self))")
        let differences = try Self.differences(sample.expected(), response, body)
        #expect(differences.isEmpty, "\(differences.joined(separator: "; ")) \(String(decoding: body, as: UTF8.self))")
        // A deviation that makes no difference any more is to be struck out.
        for (index, deviation) in sample.deviations.enumerated() {
            if case .path = deviation.change { continue }
            let without = try Self.differences(sample.expected(leavingOut: index), response, body)
            #expect(!without.isEmpty, "it deviates no more: \(deviation.why)")
        }
    }

    static func differences(
        _ answer: DocumentationSample.Answer, _ response: HTTPResponse, _ body: Data
    ) throws -> [String] {
        switch answer {
        case .json(let shape):
            #expect(response.headerFields[.contentType] == "application/json;charset=UTF-8")
            return shape.differences(in: try WireCoding.decode(JSONValue.self, from: body))
        case .redirection(let path, let query):
            let location = SampleAddress(response.headerFields[.location] ?? "")
            return location.matches(path, query) ? [] : ["the browser is sent to \(location)"]
        }
    }

    /// How many samples of responses each page has.
    static let counts: [DocumentationSample.Page: Int] = [
        .register: 2, .token: 2, .configuration: 1, .sessions: 5, .resume: 5, .sessionInformation: 2,
        .authenticate: 1, .profiles: 3, .profile: 12, .profileByCode: 10, .authorize: 13, .preauthorize: 4,
        .logout: 7, .partnerSession: 5, .partnerProfile: 2, .enhancedErrors: 2,
    ]

    @Test("exists for every sample of each page", arguments: DocumentationSample.Page.allCases)
    func complete(page: DocumentationSample.Page) {
        #expect(Self.all.filter { $0.page == page }.count == Self.counts[page])
    }

    @Test("has a name of its own, and a reason for each deviation")
    func described() {
        #expect(Set(Self.all.map(\.testDescription)).count == Self.all.count)
        #expect(Self.all.flatMap(\.deviations).allSatisfy { !$0.why.isEmpty })
    }
}
