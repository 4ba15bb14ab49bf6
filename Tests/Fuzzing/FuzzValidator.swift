import Foundation
import SAML
import XMLSecurity

/// Judges any octets as a response, with every option on; what is believed must be what the seeds honestly say.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValidator(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let verdict = Judge.validator.validate(Data(bytes: bytes, count: count), expecting: Judge.expectation)
    if let response = verdict.verified {
        // The key is not in the fuzzer's hands: it can only repeat what was signed.
        precondition(response.nameID == "subscriber", "believed '\(response.nameID)'")
    }
    return 0
}

/// Who is believed: the keys of the seeds, from the folder that the environment names.
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
