import Foundation
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// The parts of a SAML response, decoded but not validated, as `saml inspect` prints them.
package struct SAMLInspection: Encodable, Sendable {
    private let inspection: ResponseInspection

    /// Reads the response in a file, in a form in which people copy it; `-` is standard input.
    ///
    /// An invalid response is not an error.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - decryptionKeys: The files with the keys that decrypt its parts.
    /// - Throws: `CommandError` when a file cannot be read, has no key, or is not XML that can be parsed safely.
    init(file: String, decryptionKeys: [PEMFile]) throws(CommandError) {
        var keys: [DecryptionKey] = []
        for key in decryptionKeys {
            let text = String(decoding: try NamedFile.read(key.path), as: UTF8.self)
            do throws(XMLError) { keys += try DecryptionKey.all(pem: text) } catch {
                throw CommandError(
                    .malformed, "\(NamedFile.shown(key.path)): \(error.description.withoutFullStop)")
            }
        }
        let bytes = try NamedFile.read(file)
        do throws(MessageError) {
            inspection = try ResponseInspection(
                pasted: Data(bytes), decryptor: keys.isEmpty ? nil : Decryptor(keys: keys, allowsLegacy: true))
        } catch {
            throw CommandError(.malformed, "\(NamedFile.shown(file)): \(error.description.withoutFullStop)")
        }
    }

    /// Encodes the parts with their stable keys.
    package func encode(to encoder: any Encoder) throws {
        try inspection.encode(to: encoder)
    }

    /// The parts as text.
    package var text: String { inspection.outline }
}
