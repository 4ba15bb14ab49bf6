import Foundation
import TVSimStructuredText

/// A variant of a requestor's configuration, which an app selects by name: `applicationProfile` in the SDK, `profile`
/// in REST API V2.
///
/// ```yaml
/// service: {requestors: {REF30: {integrations: {Dish: }, applicationProfiles: {kids: {Dish: {enabled: false}}}}}}
/// ```
///
/// Adobe Pass, iOS/tvOS SDK API Reference, setOptions.
package struct ApplicationProfile: Sendable {
    /// The changed settings of one integration; the others stay.
    struct Change: Sendable {
        let mvpd: MVPDID
        let variant: IntegrationVariant
    }

    /// The name.
    let name: String
    /// The changes.
    let changes: [Change]

    /// Returns integrations with the changes.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    func applied(to integrations: [Integration], at now: Date) throws -> [Integration] {
        try integrations.map { integration in
            var changed = integration
            for change in changes where change.mvpd == integration.mvpd {
                try change.variant.apply(to: &changed, at: now)
            }
            return changed
        }
    }

    static let formats = Formats.map(
        of: "application profiles", changesFormat.schema, write: { ($0.name, changesFormat.write($0.changes)) }
    ) { (entry, notes) throws(SourceError) in
        ApplicationProfile(name: entry.key, changes: try changesFormat.read(entry.value, notes))
    }

    private static let changesFormat = Formats.map(
        of: "integrations", IntegrationVariant.format.schema,
        write: { ($0.mvpd.rawValue, IntegrationVariant.format.write($0.variant)) }
    ) { (entry, notes) throws(SourceError) in
        Change(mvpd: MVPDID(entry.key), variant: try IntegrationVariant.format.read(entry.value, notes))
    }
}

extension ServiceConfiguration.Requestor {
    /// Returns the integrations as an application profile shows them; unchanged for an unknown name or none.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    func integrations(in profile: String?, at now: Date) throws -> [Integration] {
        let found = applicationProfiles.first { $0.name == profile }
        return try found?.applied(to: integrations, at: now) ?? integrations
    }
}
