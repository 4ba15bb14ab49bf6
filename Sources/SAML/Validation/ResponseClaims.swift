import TVSimStructuredText
import TVSimXMLSecurity

/// The contents of a Response element, from a verified element or from one that can only cause a rejection.
struct ResponseClaims {
    let issuer: Issuer?
    let destination: EndpointLocation?
    let inResponseTo: MessageID?
    let issued: WrittenTime?

    init(_ response: XMLElement, _ reader: inout ClaimReader) {
        issuer = response.child("Issuer", SAMLNames.assertionNamespace).flatMap { Issuer($0, &reader) }
        destination = EndpointLocation(response.attribute("Destination"))
        inResponseTo = MessageID(response.attribute("InResponseTo"))
        issued = WrittenTime(response, "IssueInstant")
    }
}

/// The issuer of a message or an assertion.
///
/// SAML Core 2.0, 2.2.5.
struct Issuer {
    let name: EntityID
    /// The format of the name; `nil` means an entity's name.
    let format: String?

    /// Reads an issuer; `nil` if it contains more than text.
    init?(_ element: XMLElement, _ reader: inout ClaimReader) {
        guard let name = reader.text(of: element, .issuer, "SAML Core 2.0, 2.2.5") else { return nil }
        self.name = EntityID(name)
        format = element.attribute("Format")
    }
}

/// Reads the texts of signed claims, and records unreadable ones as failures of the policies that need them.
struct ClaimReader {
    /// Decrypts encrypted claims; `nil` if no key is given.
    let decryptor: Decryptor?
    /// The accepted deviations from SAML in decrypted claims.
    private let allowed: Set<ResponseRequirements.Relaxation>
    /// The unreadable claims.
    private(set) var problems: [ValidationFailure] = []
    /// The identifiers of the whole response and of the plaintexts so far.
    private var identifiers: Set<String>

    /// Creates a reader for a document with these identifiers.
    init(decryptor: Decryptor?, identifiers: Set<String>, allowing allowed: Set<ResponseRequirements.Relaxation>) {
        self.decryptor = decryptor
        self.allowed = allowed
        self.identifiers = identifiers
    }

    /// Returns the text of a name or a value; `nil`, after recording a failure, if it contains more than text.
    ///
    /// White space at its ends is a part of it (SAML Core 2.0, 1.3.1), unless that is relaxed.
    mutating func text(of element: XMLElement, _ policy: ValidationFailure.Policy, _ section: String) -> String? {
        text(element, isExact: !allowed.contains(.surroundingWhiteSpace), policy, section)
    }

    /// Returns a URI, for which white space at the ends has no meaning (XML Schema Part 2, 3.2.17); `nil` as for a text.
    mutating func uri(of element: XMLElement, _ policy: ValidationFailure.Policy, _ section: String) -> String? {
        text(element, isExact: false, policy, section)
    }

    private mutating func text(
        _ element: XMLElement, isExact: Bool, _ policy: ValidationFailure.Policy, _ section: String
    ) -> String? {
        do {
            return isExact ? try element.exactText() : try element.text()
        } catch {
            problems.append(ValidationFailure(policy, error.description, section, actual: error.actual))
            return nil
        }
    }

    /// Records a failure.
    mutating func fail(_ policy: ValidationFailure.Policy, _ reason: String, _ section: String) {
        problems.append(ValidationFailure(policy, reason, section))
    }

    /// Decrypts a claim, which must be an element with this name and the form of a plain one.
    ///
    /// Returns `nil` after recording a failure if that is not possible.
    mutating func decrypt(_ holder: XMLElement, as name: String) -> XMLElement? {
        let section = "SAML Core 2.0, 6"
        guard let decryptor else {
            problems.append(
                ValidationFailure(
                    .encryption, "<\(holder.name)> is encrypted, and the reader has no decryption key.", section,
                    acceptedBy: .decryptionKey))
            return nil
        }
        do {
            let element = try decryptor.decrypt(holder)
            guard element.isNamed(name, SAMLNames.assertionNamespace) else {
                fail(.encryption, "<\(holder.name)> does not contain <\(name)>.", section)
                return nil
            }
            guard element.tree.identifiers.isDisjoint(with: identifiers) else {
                fail(.identifier, "<\(holder.name)> repeats an ID of the response.", "SAML Core 2.0, 1.3.4")
                return nil
            }
            identifiers.formUnion(element.tree.identifiers)
            try ResponseShape.check(claim: element, allowing: allowed)
            return element
        } catch let error as StructureFailure {
            problems.append(error.failure)
        } catch let error as XMLError {
            problems.append(ValidationFailure(error, .encryption, section))
        } catch {
            fail(.encryption, "\(error)", section)
        }
        return nil
    }
}
