"""Where python3-saml and pysaml2 answer otherwise than the manifest, and why: one sentence for each kind.

What differs for signxml and xmlsec1 stands in the manifest (`exceptions`).
"""

from typing import NamedTuple

ACCEPTS, REFUSES, READS = "accepts", "refuses", "reads other values"


class Difference(NamedTuple):
    """Cases of one kind, whose names are separated by spaces, and the answer of the libraries."""

    answer: str
    reason: str
    # Of a standard that requires the manifest's verdict, or the row of Differences with our choice.
    source: str
    python3_saml: str = ""
    pysaml2: str = ""

    def cases(self, library):
        """The cases of one library."""
        return getattr(self, library.replace("-", "_")).split()


CORE, PROFILES = "SAML Core 2.0, ", "SAML Profiles 2.0, "

# A standard requires the verdict of the manifest.
REQUIRED = [
    Difference(
        ACCEPTS, "Each AudienceRestriction must hold, and the library is content with one.", CORE + "2.5.1.4",
        "secondAudienceWrong", "secondAudienceWrong"),
    Difference(
        ACCEPTS, "An assertion for web SSO has an audience, and the library compares one only if it is there.",
        PROFILES + "4.1.4.2", "noAudience", "noAudience noConditions"),
    Difference(
        ACCEPTS, "A Destination that is there must be the address of the receiver, also if it is empty.",
        CORE + "3.2.2", "", "emptyDestination"),
    Difference(
        ACCEPTS, "A bearer has a Recipient, and the library compares it only if it is not empty.",
        PROFILES + "4.1.4.3", "emptyRecipient noRecipient"),
    Difference(
        ACCEPTS, "Response and confirmation both name the request, and the library compares only what is there.",
        PROFILES + "4.1.4.3", "silentConfirmation silentResponse"),
    Difference(
        ACCEPTS, "The Format of an Issuer is that of an entity, or absent.", PROFILES + "4.1.4.2",
        "issuerNoEntity", "issuerNoEntity"),
    Difference(
        ACCEPTS, "An Issuer of the response that is there must be the identity provider.", PROFILES + "4.1.4.2",
        "", "wrongResponseIssuer"),
    Difference(
        ACCEPTS, "An Issuer is compared exactly, and the library removes white space around it.", CORE + "1.3.1",
        "", "blanksAroundIssuer"),
    Difference(
        READS, "White space belongs to the value of an attribute, and the library removes it.", CORE + "1.3.1",
        "blanksAroundAttribute", "blanksAroundAttribute"),
    Difference(
        READS, "An empty value is a value, and the library leaves it out.", CORE + "2.7.3.1.1", "emptyAttributeValue"),
    Difference(
        REFUSES, "White space around a URI has no meaning, and the library compares it.", "XML Schema Part 2, 4.3.6",
        "blanksAroundAudience"),
    Difference(
        ACCEPTS, "NotOnOrAfter is the first instant that is too late, and for the library the last one in time.",
        CORE + "2.5.1.2 and 2.7.2", "", "conditionsEndNow sessionEndsNow confirmationEndsNow"),
    Difference(
        ACCEPTS, "Milliseconds count, and the library drops them.", CORE + "1.3.3",
        "conditionsBeginSoon", "conditionsBeginSoon"),
    Difference(
        REFUSES, "Milliseconds count, and the library drops them.", CORE + "1.3.3",
        "conditionsEndSoon sessionEndsSoon confirmationEndsSoon"),
    Difference(
        ACCEPTS, "The confirmation of a bearer has a NotOnOrAfter, and no NotBefore.", PROFILES + "4.1.4.2",
        "confirmationWithoutEnd confirmationNotBefore", "confirmationWithoutEnd confirmationNotBefore"),
    Difference(
        REFUSES, "One confirmation that holds is enough, and the library wants all of them to name the request.",
        CORE + "2.4.1", "", "holderOfKeyBesideBearer twoBearers"),
    Difference(
        ACCEPTS, "A subject has at most one name, before its confirmations; the library ignores number and order.",
        CORE + "2.4.1", "", "twoNameIDs nameAfterConfirmation"),
    Difference(
        ACCEPTS, "The name of an attribute is not empty.", CORE + "1.3.1", "attributeWithoutName"),
    Difference(
        ACCEPTS, "An assertion of another major version must not be processed.", CORE + "4.1.2",
        "assertionWrongVersion", "assertionWrongVersion"),
    Difference(
        ACCEPTS, "An assertion has at most one OneTimeUse.", CORE + "2.5.1.5", "oneTimeUseTwice"),
    Difference(
        ACCEPTS, "A response has a status, and the library takes a missing one for a success.", CORE + "3.2.2",
        "", "noStatus"),
    Difference(
        ACCEPTS, "An ID is an XML name and occurs once.", CORE + "1.3.4", "", "duplicateID strangeID"),
    Difference(
        ACCEPTS, "A signature has one reference.", CORE + "5.4.2", "twoReferences"),
    Difference(
        REFUSES, "A reader of XML must know UTF-16.", "XML 1.0, 4.3.3", "", "utf16LittleEndian utf16BigEndian"),
    Difference(
        ACCEPTS, "UTF-16 that declares UTF-8 is a fatal error.", "XML 1.0, 4.3.3", "utf8DeclaredWide"),
    Difference(
        ACCEPTS, "A response by HTTP-POST is not compressed, and the library inflates it.", "SAML Bindings 2.0, 3.5.4",
        "", "deflatedResponse"),
]

# The standard allows both answers, and the row of Differences says why we chose ours.
CHOSEN = [
    Difference(
        REFUSES, "A verifier may refuse another canonical form than the exclusive one.", "S-183", "",
        "inclusiveCanonicalization"),
    Difference(
        ACCEPTS, "A service provider may accept unsolicited responses.", "S-50", "unsolicited"),
    Difference(
        ACCEPTS, "A time without a zone can be read as UTC.", "S-132", "timeWithoutZone", "timeWithoutZone"),
    Difference(
        ACCEPTS, "A period that ends when it begins, or before, is not judged by itself.", "S-175",
        "emptyWindow reversedWindow", "emptyWindow"),
    Difference(
        ACCEPTS, "A clock skew is a choice, here by a millisecond.", "S-7", "beyondSkew", "beyondSkew"),
    Difference(
        ACCEPTS, "A subject needs no name, or it may be blank.", "S-106", "emptyNameID", "noNameID emptyNameID"),
    Difference(
        ACCEPTS, "An element in the value of an attribute is left to the application.", "S-62",
        "elementInAttribute inclusionInAttribute", "inclusionInAttribute"),
    Difference(
        READS, "A NameID as a value is an object, or is left out.", "S-62", "nameInAttribute", "nameInAttribute"),
    Difference(
        ACCEPTS, "A processing instruction in a name is left out.", "S-162", "", "instructionInNameID"),
    Difference(
        ACCEPTS, "A signature may have an Object.", "S-163", "objectInSignature"),
    Difference(
        ACCEPTS, "Comments in the parts of a signature are left out.", "S-25",
        "commentInDigestValue commentInSignatureValue", "commentInDigestValue commentInSignatureValue"),
    Difference(
        ACCEPTS, "What stands beside the signed assertion is not read.", "S-166",
        "", "signatureInExtensions xsw7 decoySignature evilInStatusDetail"),
    Difference(
        ACCEPTS, "The order of elements has no meaning for the library.", "S-103", "", "outOfOrder signatureAtEnd"),
    Difference(
        ACCEPTS, "SHA-1 and MD5 are allowed.", "S-6", "md5Signature", "sha1Signature sha1Digest md5Signature"),
    Difference(
        ACCEPTS, "A canonicalization may keep comments.", "S-100",
        "canonicalizationWithComments transformWithComments", "canonicalizationWithComments transformWithComments"),
    Difference(
        ACCEPTS, "Other transforms are allowed.", "S-165", "xsltTransform xpathTransform thirdTransform"),
    Difference(
        ACCEPTS, "The list of prefixes has no limit.", "S-55", "manyPrefixes", "manyPrefixes"),
    Difference(
        ACCEPTS, "A document has no limits.", "S-160",
        "deepNesting manyAttributes manyElements longText largeDocument",
        "deepNesting manyAttributes manyElements longText largeDocument"),
    Difference(
        ACCEPTS, "A document type without entities is allowed.", "S-168",
        "", "doctype commentInDoctype externalSubset attributeDefault"),
    Difference(
        ACCEPTS, "Other encodings are read.", "S-24", "latinDeclared utf32", "latinDeclared"),
    Difference(
        ACCEPTS, "Python's Base64 decoder is lenient.", "S-169",
        "secondBase64 paddingTooLong looseBits", "secondBase64 paddingTooLong looseBits"),
    Difference(
        ACCEPTS, "RSA PKCS#1 v1.5 is allowed.", "S-167", "encryptedByPKCS1", "encryptedByPKCS1"),
    Difference(
        REFUSES, "A key beside the data that names no data need not be found.", "S-49",
        "encryptedKeyBeside", "encryptedKeyBeside"),
]

DIFFERENCES = REQUIRED + CHOSEN
