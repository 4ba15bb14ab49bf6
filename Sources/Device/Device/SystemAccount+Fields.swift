import Foundation
package import TVSimStructuredText

extension SystemAccount: TableDescribed {
    /// The default lifetime of a sign-in: 30 days.
    package static let defaultExpiry = Instant.offset(30 * 86_400)

    /// The keys of an account in a profile; instants are relative to the clock of the profile.
    package static let fields = ObjectFormat<SystemAccount>(
        title: "account", defaults: SystemAccount(provider: "", subscriber: "", signedInAt: .distantPast, expires: nil),
        fields: [
            Field(
                "provider", "The key of a provider.", Formats.line.referring(to: .accountProvider), required: true,
                into: \.provider),
            Field(
                "subscriber", "The key of one of its subscribers.", Formats.line, required: true, from: \.subscriber
            ) { (name, account, cursor, notes) throws(SourceError) in
                account.subscriber = name
                notes.references.append(
                    Reference(kind: .subscriber(provider: account.provider), name: name, path: cursor.path))
            },
            expires,
        ])

    private static let expires: Field<SystemAccount> = {
        let schema = Formats.moment.schema.merging(["default": .string(defaultExpiry.description)]) { $1 }
        let moment = Format<Date?>(schema, write: Formats.moment.write, read: Formats.moment.read)
        return Field(
            "expires", "When the authentication ends: an instant, an offset from the clock, or never.", moment,
            documentsDefault: false, into: \.expires)
    }()

    /// The stored keys: those of a profile, and the time of the sign-in.
    static let stored = ObjectFormat<SystemAccount>(
        title: "account", defaults: fields.defaults,
        fields: fields.fields + [
            Field("signedInAt", "When the user signed in.", Formats.instant, required: true, into: \.signedInAt)
        ])

    /// The account in a profile; the user signs in when the profile's clock starts.
    package static let format = Format<SystemAccount>(fields.schema, write: fields.write) {
        (cursor, notes) throws(SourceError) in
        var account = SystemAccount(
            provider: "", subscriber: "", signedInAt: notes.clock, expires: defaultExpiry.resolved(at: notes.clock))
        try fields.read(cursor, into: &account, notes)
        return account
    }
}
