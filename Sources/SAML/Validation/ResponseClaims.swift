import Foundation
import XMLSecurity

/// What a Response element says, read from elements that were verified, or from a shell that can only refuse.
struct ResponseClaims {
    let issuer: Issuer?
    let destination: String?
    let inResponseTo: String?
    let issued: IssueInstant

    init(_ response: XMLElement, _ reader: inout ClaimReader) {
        issuer = response.child("Issuer", SAMLNames.assertionNamespace).flatMap { Issuer($0, &reader) }
        destination = response.attribute("Destination")
        inResponseTo = response.attribute("InResponseTo")
        issued = IssueInstant(response)
    }
}

/// When a message or an assertion was issued, as it says.
enum IssueInstant {
    case absent
    /// What is no instant.
    case unreadable(String)
    case instant(Date)

    init(_ element: XMLElement) {
        guard let text = element.attribute("IssueInstant") else {
            self = .absent
            return
        }
        self = SAMLInstant.parse(text).map(Self.instant) ?? .unreadable(text)
    }
}

/// Who issued a message or an assertion.
///
/// SAML Core 2.0 § 2.2.5.
struct Issuer {
    let name: String
    /// The kind of name; `nil`: not said, which means an entity's.
    let format: String?

    /// Reads an issuer; `nil` where it is more than text.
    init?(_ element: XMLElement, _ reader: inout ClaimReader) {
        guard let name = reader.text(of: element, .issuer, "SAML Core 2.0 § 2.2.5") else { return nil }
        self.name = name
        format = element.attribute("Format")
    }
}

/// Reads the texts of signed claims, and keeps what cannot be read as failures of the policies that would need it.
struct ClaimReader {
    /// What opens encrypted claims; `nil`: nothing does.
    let decryptor: Decryptor?
    /// What cannot be read.
    private(set) var problems: [ValidationFailure] = []
    /// The identifiers of the whole response, and in the plaintexts so far.
    private var identifiers: Set<String>

    /// Creates a reader of claims in a document with these identifiers.
    init(decryptor: Decryptor?, identifiers: Set<String>) {
        self.decryptor = decryptor
        self.identifiers = identifiers
    }

    /// Returns all of an element's text; `nil`, and one problem more, where it holds something other than text.
    mutating func text(of element: XMLElement, _ policy: ValidationFailure.Policy, _ section: String) -> String? {
        do {
            return try element.text()
        } catch {
            problems.append(ValidationFailure(policy, error.description, section))
            return nil
        }
    }

    /// Keeps a problem.
    mutating func fail(_ policy: ValidationFailure.Policy, _ reason: String, _ section: String) {
        problems.append(ValidationFailure(policy, reason, section))
    }

    /// Decrypts a claim, which must be an element of this name, and have the shape of one that comes in plain; `nil`, and one
    /// problem more, where that cannot be done.
    mutating func decrypt(_ holder: XMLElement, as name: String) -> XMLElement? {
        let section = "SAML Core 2.0 § 6"
        guard let decryptor else {
            fail(.encryption, "<\(holder.name)> is encrypted, and no key is given.", section)
            return nil
        }
        do {
            let element = try decryptor.decrypt(holder)
            guard element.isNamed(name, SAMLNames.assertionNamespace) else {
                fail(.encryption, "<\(holder.name)> does not hold <\(name)>.", section)
                return nil
            }
            guard element.tree.identifiers.isDisjoint(with: identifiers) else {
                fail(.identifier, "<\(holder.name)> repeats an ID of the response.", "SAML Core 2.0 § 1.3.4")
                return nil
            }
            identifiers.formUnion(element.tree.identifiers)
            try ResponseShape.check(claim: element)
            return element
        } catch let error as StructureFailure {
            problems.append(error.failure)
        } catch let error as XMLError {
            fail(.encryption, error.description, section)
        } catch {
            fail(.encryption, "\(error)", section)
        }
        return nil
    }
}
