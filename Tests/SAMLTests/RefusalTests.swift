import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

/// A response that reports a failure is a failure in any case; whoever acts on it must know whose it is, and to what.
struct RefusalTests {
    private typealias Change = @Sendable (inout ResponseContent) -> Void
    private typealias Policy = ValidationFailure.Policy

    private static func policies(
        _ requirements: ResponseRequirements = SAMLWorld.requirements(), _ change: Change = { _ in }
    ) throws -> [Policy] {
        let xml = try SAMLWorld.response {
            $0.statusCodes = [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed]
            change(&$0)
        }
        return try SAMLWorld.policies(xml, requirements)
    }

    private static let table: [(Change, [Policy])] = [
        ({ _ in }, [.status]),
        ({ $0.issuer = "https://another-provider.example" }, [.status, .issuer]),
        ({ $0.destination = "https://somebody-else.example/acs" }, [.status, .destination]),
        ({ $0.destination = nil }, [.status]),
        ({ $0.inResponseTo = "_another" }, [.status, .inResponseTo]),
        ({ $0.inResponseTo = nil }, [.status, .inResponseTo]),
        ({ $0.issueInstant += 1 }, [.status]),
        (
            {
                $0.issuer = "x"
                $0.destination = "x"
                $0.inResponseTo = "x"
                $0.issueInstant += 1
            }, [.status, .issuer, .destination, .inResponseTo]
        ),
    ]

    @Test(
        "is also checked for issuer, destination and request, after its status",
        arguments: table.indices, ResponseRequirements.Profile.allCases)
    func signed(_ row: Int, _ profile: ResponseRequirements.Profile) throws {
        let (change, policies) = Self.table[row]
        #expect(try Self.policies(SAMLWorld.requirements(profile), change) == policies)
    }

    @Test("may be unsolicited if that is expected, but must not answer another request")
    func solicitation() throws {
        var requirements = SAMLWorld.requirements()
        (requirements.inResponseTo, requirements.unsolicited) = (nil, true)
        #expect(try Self.policies(requirements) == [.status, .inResponseTo])
        #expect(try Self.policies(requirements) { $0.inResponseTo = nil } == [.status])
        requirements.inResponseTo = SAMLWorld.request
        #expect(try Self.policies(requirements) { $0.inResponseTo = nil } == [.status])
        #expect(try Self.policies(requirements) { $0.inResponseTo = "_x" } == [.status, .inResponseTo])
    }

    @Test("reports only the claimed status if it is not signed")
    func unsigned() throws {
        let xml = try SAMLWorld.response(signed: .neither) { $0.statusCodes = [SAMLStatusCode.responder] }
        #expect(try SAMLWorld.policies(xml) == [.unsigned])
    }

    @Test("is judged by its signature before its status", arguments: ["", "<samlp:Status/>"])
    func signatureBeforeStatus(status: String) throws {
        func spoil(_ xml: String) -> String {
            xml.replacing(xml.slice("<samlp:Status>", "</samlp:Status>") ?? "", status)
        }
        #expect(try SAMLWorld.policies(spoil(SAMLWorld.response(signed: .neither))) == [.unsigned])
        #expect(try SAMLWorld.policies(spoil(SAMLWorld.response(signed: .response))) == [.signature])
        let forged = try SAMLWorld.response().replacing("alice", "mallory")
        #expect(try SAMLWorld.policies(spoil(forged)) == [.signature])
        #expect(try SAMLWorld.policies(spoil(SAMLWorld.response())) == [.status])
        #expect(try SAMLWorld.policies(SAMLWorld.signing(.response, spoil)) == [.status])
    }
}
