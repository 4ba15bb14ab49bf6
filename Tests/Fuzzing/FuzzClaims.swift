import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Signs the input before it is validated, so that fuzzing reaches the policies that follow the signature check.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClaims(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let xml = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    guard let place = xml.range(of: "</saml:Issuer>")?.upperBound,
        let root = try? XMLTree(Data(xml.utf8)).root(), let id = root.attribute("ID")
    else { return -1 }
    let (before, after) = (String(xml[..<place]), String(xml[place...]))
    guard let signed = try? EnvelopedSigner.sign(before, after, id: id, with: Author.identity) else { return 0 }
    let now = Date(timeIntervalSince1970: 1_767_225_600)
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
