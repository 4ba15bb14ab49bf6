import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Validates the input as a response with all options on, and as the form that a browser posts to an assertion consumer.
///
/// A response that passes must have the subject of the valid seeds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValidator(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let octets = Data(bytes: bytes, count: count)
    let posted = FormCoding.decode(octets)?.value("SAMLResponse")
    for message in [octets, posted.flatMap { StrictBase64.octets($0) }].compactMap(\.self) {
        let verdict = Judge.validator.validate(message, expecting: Judge.requirements, at: Judge.now)
        if let response = verdict.verified {
            // The fuzzer does not have the signing key, so it can only repeat signed content.
            precondition(response.nameID == "subscriber", "believed '\(response.nameID?.rawValue ?? "")'")
        }
        for failure in verdict.failures { precondition(!failure.reason.isEmpty) }
    }
    return 0
}

/// The validator that trusts the keys of the seeds, from the folder in `FUZZ_KEYS`.
enum Judge {
    static let validator: ResponseValidator = {
        let folder = ProcessInfo.processInfo.environment["FUZZ_KEYS"] ?? "."
        do {
            let certificate = try String(contentsOfFile: folder + "/idp.pem", encoding: .utf8)
            let key = try String(contentsOfFile: folder + "/reader.key", encoding: .utf8)
            return try ResponseValidator(
                certificates: [TrustedCertificate(pem: certificate)], allowsSHA1: true,
                decryptor: Decryptor(keys: DecryptionKey.all(pem: key), allowsLegacy: true))
        } catch {
            preconditionFailure("the keys of the seeds are needed: \(error)")
        }
    }()

    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    static let requirements: ResponseRequirements = {
        var requirements = ResponseRequirements()
        requirements.issuer = "https://idp.tvsim.example/Cablevision"
        requirements.audience = "https://saml.sp.auth.adobe.com"
        requirements.recipient = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
        (requirements.inResponseTo, requirements.unsolicited) = ("_request", true)
        requirements.requiredAttributes = ["userID"]
        requirements.proxyCount = 1
        return requirements
    }()
}
