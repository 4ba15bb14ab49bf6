import Foundation
import Identifiers
import SAML
import XMLSecurity

/// Validates the input as a response with all options on.
///
/// A response that passes must have the subject of the valid seeds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValidator(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let verdict = Judge.validator.validate(Data(bytes: bytes, count: count), expecting: Judge.expectation)
    if let response = verdict.verified {
        // The fuzzer does not have the signing key, so it can only repeat signed content.
        precondition(response.nameID == "subscriber", "believed '\(response.nameID ?? "")'")
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

    static let expectation: ResponseExpectation = {
        var expectation = ResponseExpectation(now: Date(timeIntervalSince1970: 1_767_225_600))
        expectation.issuer = "https://idp.tvsim.example/Cablevision"
        expectation.audience = "https://saml.sp.auth.adobe.com"
        expectation.recipient = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
        expectation.solicitation = .answerOrUnsolicited(to: "_request")
        expectation.requiredAttributes = ["userID"]
        expectation.proxyCount = 1
        return expectation
    }()
}
