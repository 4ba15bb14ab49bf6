import Foundation
import Settings
import StructuredText

/// Changed settings of an integration; the others stay.
///
/// Platforms and application profiles have variants. The order is: the integration, then its platform, then the
/// application profile; the last one that names a setting counts.
struct IntegrationVariant: Sendable {
    /// The settings by key, as a profile writes them.
    var settings: [String: JSONValue]

    /// Changes an integration.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    func apply(to integration: inout Integration, at now: Date) throws(SourceError) {
        try Integration.read(settings, into: &integration, at: now)
    }

    static let format = Format<IntegrationVariant>(
        Integration.variantFields.schemaOrNull, write: { SourceNode(.object($0.settings)).content }
    ) { (node, notes) throws(SourceError) in
        var example = Integration.example
        try Integration.variantFields.read(node, into: &example, notes)
        guard case .object(let settings) = node.json else { return IntegrationVariant(settings: [:]) }
        return IntegrationVariant(settings: settings)
    }
}
