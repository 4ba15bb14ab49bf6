import Foundation
import XMLSecurity

/// What a Response element says, read from elements that were verified, or from a shell that can only refuse.
struct ResponseClaims {
    var issuer: String?
    var destination: String?
    var inResponseTo: String?
    var issueInstant: Date?

    init(_ response: XMLElement) throws(ClaimFailure) {
        if let issuer = response.child("Issuer", SAMLNames.assertionNamespace) {
            self.issuer = try issuer.text(or: .issuer, "SAML Core 2.0 § 2.2.5")
        }
        destination = response.attribute("Destination")
        inResponseTo = response.attribute("InResponseTo")
        issueInstant = response.attribute("IssueInstant").flatMap(SAMLInstant.parse)
    }
}

/// What an Assertion element says, read only from octets whose signature was checked.
struct AssertionClaims {
    struct Confirmation {
        var method: String
        var hasData: Bool
        var recipient: String?
        var inResponseTo: String?
        var notBefore: Date?
        var notOnOrAfter: Date?
        var timesAreReadable: Bool
    }

    struct Conditions {
        var notBefore: Date?
        var notOnOrAfter: Date?
        var timesAreReadable: Bool
        /// One list for each restriction: one audience of each must fit.
        var audiences: [[String]]
        var unknown: [String]
    }

    struct AuthnStatement {
        var hasContext: Bool
        var contextClass: String?
        var sessionNotOnOrAfter: Date?
        var sessionIndex: String?
        var timesAreReadable: Bool
    }

    var id: String
    var version: String?
    var issuer: String
    var issueInstant: Date?
    /// `nil` when there is no name identifier.
    var nameID: String?
    var nameQualifiers = NameQualifiers()
    var confirmations: [Confirmation] = []
    var conditions: Conditions?
    var statements: [AuthnStatement] = []
    var attributes: [SAMLAttribute] = []

    /// Reads an assertion.
    ///
    /// - Throws: ``ClaimFailure`` where a text holds something other than text. What is missing is not an
    ///   error here: the policies judge it.
    init(_ assertion: XMLElement) throws(ClaimFailure) {
        let saml = SAMLNames.assertionNamespace
        id = assertion.attribute("ID") ?? ""
        version = assertion.attribute("Version")
        issueInstant = assertion.attribute("IssueInstant").flatMap(SAMLInstant.parse)
        issuer = ""
        for child in assertion.children where child.namespace == saml {
            switch child.name {
            case "Issuer": issuer = try child.text(or: .issuer, "SAML Core 2.0 § 2.2.5")
            case "Subject":
                nameID = try Self.nameID(of: child)
                if let name = child.child("NameID", saml) { nameQualifiers = NameQualifiers(name) }
                confirmations = child.children("SubjectConfirmation", saml).map(Confirmation.init)
            case "Conditions": conditions = try Conditions(child)
            case "AuthnStatement": statements.append(try AuthnStatement(child))
            case "AttributeStatement":
                if child.child("EncryptedAttribute", saml) != nil { throw ClaimFailure.encrypted("An attribute") }
                for attribute in child.children("Attribute", saml) { attributes.append(try SAMLAttribute(attribute)) }
            default: break
            }
        }
    }

    /// All of the text of the one name; `nil` where there is none.
    private static func nameID(of subject: XMLElement) throws(ClaimFailure) -> String? {
        if subject.child("EncryptedID", SAMLNames.assertionNamespace) != nil {
            throw ClaimFailure.encrypted("The subject's name")
        }
        let names = subject.children("NameID", SAMLNames.assertionNamespace)
        guard names.count <= 1 else {
            throw ClaimFailure(.subject, "The subject has several names.", "SAML Core 2.0 § 2.4.1")
        }
        return try names.first.map { name throws(ClaimFailure) in
            try name.text(or: .subject, "SAML Core 2.0 § 2.2.3")
        }
    }
}

extension AssertionClaims.Confirmation {
    init(_ element: XMLElement) {
        method = element.attribute("Method") ?? ""
        let data = element.child("SubjectConfirmationData", SAMLNames.assertionNamespace)
        hasData = data != nil
        recipient = data?.attribute("Recipient")
        inResponseTo = data?.attribute("InResponseTo")
        let times = ReadTimes(data, "NotBefore", "NotOnOrAfter")
        (notBefore, notOnOrAfter, timesAreReadable) = (times.first, times.second, times.areReadable)
    }
}

extension AssertionClaims.Conditions {
    private static let understood: Set<String> = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]

    init(_ element: XMLElement) throws(ClaimFailure) {
        let times = ReadTimes(element, "NotBefore", "NotOnOrAfter")
        (notBefore, notOnOrAfter, timesAreReadable) = (times.first, times.second, times.areReadable)
        audiences = []
        unknown = []
        for condition in element.children {
            guard condition.namespace == SAMLNames.assertionNamespace, Self.understood.contains(condition.name) else {
                unknown.append(condition.name)
                continue
            }
            guard condition.name == "AudienceRestriction" else { continue }
            var list: [String] = []
            for audience in condition.children("Audience", SAMLNames.assertionNamespace) {
                list.append(try audience.text(or: .audience, "SAML Core 2.0 § 2.5.1.4"))
            }
            audiences.append(list)
        }
    }
}

extension AssertionClaims.AuthnStatement {
    init(_ element: XMLElement) throws(ClaimFailure) {
        let context = element.child("AuthnContext", SAMLNames.assertionNamespace)
        hasContext = context != nil
        let name = context?.child("AuthnContextClassRef", SAMLNames.assertionNamespace)
        contextClass = try name.map { name throws(ClaimFailure) in
            try name.text(or: .session, "SAML Core 2.0 § 2.7.2.2")
        }
        let times = ReadTimes(element, "AuthnInstant", "SessionNotOnOrAfter")
        sessionNotOnOrAfter = times.second
        sessionIndex = element.attribute("SessionIndex")
        timesAreReadable = times.areReadable && times.first != nil
    }
}

extension SAMLAttribute {
    init(_ element: XMLElement) throws(ClaimFailure) {
        var values: [String] = []
        for value in element.children("AttributeValue", SAMLNames.assertionNamespace) {
            values.append(try value.text(or: .attributes, "SAML Core 2.0 § 2.7.3.1.1"))
        }
        self.init(
            name: element.attribute("Name") ?? "", nameFormat: element.attribute("NameFormat"), values: values)
    }
}

/// Two instants of an element, and whether those that are there are instants at all.
private struct ReadTimes {
    let first: Date?
    let second: Date?
    let areReadable: Bool

    init(_ element: XMLElement?, _ firstName: String, _ secondName: String) {
        let texts = (element?.attribute(firstName), element?.attribute(secondName))
        first = texts.0.flatMap(SAMLInstant.parse)
        second = texts.1.flatMap(SAMLInstant.parse)
        areReadable = (texts.0 == nil || first != nil) && (texts.1 == nil || second != nil)
    }
}
