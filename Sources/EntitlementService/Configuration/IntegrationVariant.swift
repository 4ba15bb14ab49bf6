import Foundation
import TVSimStructuredText

/// Changed settings of an integration; the others stay.
///
/// Platforms and application profiles have variants. The order is: the integration, then its platform, then the
/// application profile; the last one that names a setting counts.
struct IntegrationVariant: Sendable {
    /// The settings by key, as a profile writes them.
    var settings: Members

    /// Changes an integration.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    func apply(to integration: inout Integration, at now: Date) throws(SourceError) {
        try Integration.read(settings, into: &integration, at: now)
    }

    static let format = Format<IntegrationVariant>(
        Integration.variantFields.schemaOrNull, write: { JSONValue.object($0.settings).sorted }
    ) { (cursor, notes) throws(SourceError) in
        var example = Integration.example
        try Integration.variantFields.read(cursor, into: &example, notes)
        guard case .object(let settings) = cursor.value else { return IntegrationVariant(settings: [:]) }
        return IntegrationVariant(settings: settings)
    }
}
