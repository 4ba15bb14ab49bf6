import TVSimSAML
import TVSimStructuredText
import Testing

/// White space at the ends of a name or a value belongs to it, unless a relaxation removes it (SAML Core 2.0, 1.3.1).
struct SurroundingSpaceTests {
    /// What stands before and after a text, as XML.
    static let edges = [("\n  ", " \t"), (" ", ""), ("", " "), ("", "&#13;")]

    private static func requirements(trimming: Bool) -> ResponseRequirements {
        var requirements = SAMLWorld.requirements()
        if trimming { requirements.allowed = [.surroundingWhiteSpace] }
        return requirements
    }

    private static func spaceNotes(_ response: VerifiedResponse) -> [String] {
        response.notes.filter { $0.contains("white space") }
    }

    @Test("is a part of a name and of a value, with a note for each", arguments: edges)
    func isPart(_ before: String, _ after: String) throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(">alice<", ">\(before)alice\(after)<").replacing(">alice-1<", ">\(before)alice-1\(after)<")
        }
        func read(_ text: String) -> String { before + text + (after == "&#13;" ? "\r" : after) }
        let verified = try #require(try SAMLWorld.judge(xml).verified)
        #expect(verified.nameID == UserID(read("alice")))
        #expect(verified.values["userID"] == [read("alice-1")])
        #expect(
            Self.spaceNotes(verified)
                == ["<NameID>", "the attribute 'userID'"].map {
                    "The value of \($0) has white space at an end, which is a part of it (SAML Core 2.0, 1.3.1)."
                })
        let trimmed = try #require(try SAMLWorld.judge(xml, Self.requirements(trimming: true)).verified)
        #expect(
            trimmed.nameID == "alice" && trimmed.values["userID"] == ["alice-1"] && Self.spaceNotes(trimmed).isEmpty)
    }

    @Test("makes another issuer and another subject, with the option that accepts them", arguments: edges)
    func differs(_ before: String, _ after: String) throws {
        for (text, policy) in [(SAMLWorld.issuer, .issuer), ("alice", .subject)]
            as [(String, ValidationFailure.Policy)]
        {
            for trimming in [false, true] {
                var requirements = Self.requirements(trimming: trimming)
                requirements.subject = "alice"
                let right = try SAMLWorld.signing { $0 }
                #expect(try SAMLWorld.policies(right, requirements) == [])
                let padded = try SAMLWorld.signing { $0.replacing(">\(text)<", ">\(before)\(text)\(after)<") }
                let failures = try SAMLWorld.judge(padded, requirements).failures
                #expect(failures.map(\.policy) == (trimming ? [] : [policy]))
                #expect(
                    failures.allSatisfy {
                        $0.acceptedBy == .relaxation(.surroundingWhiteSpace)
                            && $0.reason.contains("(the found value has white space at an end)")
                    })
                // A text that is different without it, too, is accepted by nothing.
                let other = try SAMLWorld.signing { $0.replacing(">\(text)<", ">\(before)\(text)x\(after)<") }
                let refusals = try SAMLWorld.judge(other, requirements).failures
                #expect(refusals.map(\.policy) == [policy] && refusals.allSatisfy { $0.acceptedBy == nil })
            }
        }
    }

    @Test("has no meaning around an audience and a class of the authentication, which are URIs", arguments: edges)
    func uris(_ before: String, _ after: String) throws {
        var requirements = SAMLWorld.requirements()
        requirements.authnContext = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
        let xml = try SAMLWorld.signing {
            $0.replacing(">\(SAMLWorld.audience)<", ">\(before)\(SAMLWorld.audience)\(after)<")
                .replacing("PasswordProtectedTransport<", "PasswordProtectedTransport\(after)<")
        }
        #expect(try SAMLWorld.policies(xml, requirements) == [])
    }

    @Test("is no text by itself", arguments: ["", " ", "\n\t "], [false, true])
    func onlySpace(_ text: String, isTrimming: Bool) throws {
        let requirements = Self.requirements(trimming: isTrimming)
        for (found, policy) in [
            (SAMLWorld.issuer, .issuer), ("alice", .subject), ("alice-1", .attributes),
        ] as [(String, ValidationFailure.Policy)] {
            let xml = try SAMLWorld.signing { $0.replacing(">\(found)<", ">\(text)<") }
            #expect(try SAMLWorld.policies(xml, requirements) == [policy], "\(found)")
        }
    }
}
