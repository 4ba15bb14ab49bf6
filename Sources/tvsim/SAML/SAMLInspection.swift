import Foundation
import TVSimCore
import TVSimSAML
import TVSimStateStorage
package import TVSimStructuredText

/// The parts of a SAML response, decoded but not validated, as `saml inspect` prints them.
package struct SAMLInspection: Encodable, Sendable {
    private let inspection: ResponseInspection

    /// Reads the response in a file, XML or Base64; `-` is standard input.
    ///
    /// An invalid response is not an error.
    ///
    /// - Throws: `CommandError` when the file cannot be read, or is not XML that can be parsed safely.
    package init(file: String) throws(CommandError) {
        let bytes = try NamedFile.read(file)
        do throws(MessageError) {
            inspection = try ResponseInspection(Data(bytes))
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
