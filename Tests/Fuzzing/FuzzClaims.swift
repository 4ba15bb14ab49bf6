import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Signs the input before it is validated, so that fuzzing reaches the policies that follow the signature check.
///
/// Then one octet of the signed response is changed, so that fuzzing also reaches what explains why a signature is not
/// valid, with any content that a signature can cover.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClaims(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let xml = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    guard let place = xml.range(of: "</saml:Issuer>")?.upperBound,
        let root = try? XMLTree(Data(xml.utf8)).root(), let id = root.attribute("ID")
    else { return -1 }
    let (before, after) = (String(xml[..<place]), String(xml[place...]))
    guard let signed = try? EnvelopedSigner.sign(before, after, id: id, with: Author.identity) else { return 0 }
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    validateChanged(Data(signed.utf8), by: bytes, count, at: now)
    for profile in ResponseRequirements.Profile.allCases {
        var requirements = ResponseRequirements()
        requirements.profile = profile
        requirements.audience = "https://saml.sp.auth.adobe.com"
        (requirements.inResponseTo, requirements.unsolicited) = ("_request", true)
        requirements.requiredAttributes = ["userID"]
        requirements.proxyCount = 0
        guard let response = Author.validator.validate(Data(signed.utf8), expecting: requirements, at: now).verified
        else {
            continue
        }
        precondition(
            response.nameID?.rawValue.isEmpty == false && !response.issuer.isEmpty && !response.assertionID.isEmpty)
        precondition(response.attributes.contains { $0.name == "userID" && !$0.values.isEmpty })
        precondition(response.sessionNotOnOrAfter.map { $0 > now } ?? true)
        precondition(response.inResponseTo.map { $0 == "_request" } ?? true)
    }
    return 0
}

/// Validates the signed response with one changed octet, whose place and value follow from the input.
private func validateChanged(_ signed: Data, by bytes: UnsafePointer<UInt8>, _ count: Int, at now: Date) {
    let sum = (0..<count).reduce(UInt64(count)) { ($0 &+ UInt64(bytes[$1])) &* 0x100_0000_01B3 }
    var changed = signed
    changed[Int((sum >> 8) % UInt64(changed.count))] ^= UInt8(truncatingIfNeeded: sum >> 56) | 1
    let requirements = ResponseRequirements()
    let verdict = Author.validator.validate(changed, expecting: requirements, at: now)
    for failure in verdict.failures { precondition(!failure.reason.isEmpty) }
    guard let response = verdict.verified,
        let honest = Author.validator.validate(signed, expecting: requirements, at: now).verified
    else { return }
    // The octet was outside of the signed content, or its canonical form is the same.
    precondition(response.nameID == honest.nameID && response.attributes == honest.attributes)
}

/// The trusted signer, with the key `reader.key` from the folder in `FUZZ_KEYS`.
enum Author {
    static let identity: SigningIdentity = {
        let folder = ProcessInfo.processInfo.environment["FUZZ_KEYS"] ?? "."
        do {
            return try SigningIdentity(
                privateKeyPEM: String(contentsOfFile: folder + "/reader.key", encoding: .utf8),
                certificatePEM: String(contentsOfFile: folder + "/reader.pem", encoding: .utf8))
        } catch {
            preconditionFailure("the keys of the seeds are needed: \(error)")
        }
    }()

    static let validator: ResponseValidator = {
        do {
            return try ResponseValidator(certificates: [identity.certificate])
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}
