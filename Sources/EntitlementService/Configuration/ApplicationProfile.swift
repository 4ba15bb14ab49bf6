import Foundation
import Identifiers
import Settings
import StructuredText

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
        /// The settings by key, as a profile writes them.
        let settings: [String: JSONValue]
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
                try Integration.read(change.settings, into: &changed, at: now)
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
        of: "integrations", Integration.fields.schemaOrNull,
        write: { ($0.mvpd.rawValue, SourceNode(.object($0.settings)).content) }
    ) { (entry, notes) throws(SourceError) in
        var example = Integration(named: entry.key)
        try Integration.fields.read(entry.value, into: &example, notes)
        guard case .object(let settings) = entry.value.json else { return Change(mvpd: example.mvpd, settings: [:]) }
        return Change(mvpd: example.mvpd, settings: settings)
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
