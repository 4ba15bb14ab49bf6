import TVSimDevice
import TVSimStructuredText

/// The arguments of `setPermission`.
struct PermissionChange: Hashable, Sendable {
    var bundleID: String?
    var access = AccessPermission.notDetermined

    static let fields = ObjectFormat<PermissionChange>(
        title: "setPermission", defaults: PermissionChange(),
        fields: [
            .bundleID("The app.", \.bundleID),
            Field("access", "The permission.", Formats.choice(AccessPermission.self), required: true, into: \.access),
        ])
}

/// The arguments of `setApp`.
struct AppChange: Hashable, Sendable {
    var bundleID: String?
    var set = Patch<AppRecord>.empty

    static let fields = ObjectFormat<AppChange>(
        title: "setApp", defaults: AppChange(),
        fields: [
            .bundleID("The app.", \.bundleID),
            Field("set", "The keys to change.", Patch<AppRecord>.format, required: true, into: \.set),
        ])
}

/// The arguments of `signIn`.
struct SignIn: Hashable, Sendable {
    var provider = ""
    var subscriber = ""
    var expires = SystemAccount.defaultExpiry
    var grant: String?

    static let fields = ObjectFormat<SignIn>(
        title: "signIn", defaults: SignIn(),
        fields: [
            Field(
                "provider", "The key of a provider.", Formats.line.referring(to: .accountProvider), required: true,
                into: \.provider),
            Field("as", "The key of one of its subscribers.", Formats.line, required: true, from: \.subscriber) {
                (name, step, cursor, notes) throws(SourceError) in
                step.subscriber = name
                notes.references.append(
                    Reference(kind: .subscriber(provider: step.provider), name: name, path: cursor.path))
            },
            Field("expires", "The expiration of the authentication.", Formats.expiry, into: \.expires),
            .bundleID("The app to which the sign-in grants access.", name: "grant", \.grant),
        ])
}

extension Field {
    /// Returns a field for the bundle identifier of an app; it is omitted if no app is named.
    static func bundleID(
        _ summary: String, name: String = "bundleID", _ path: any WritableKeyPath<Root, String?> & Sendable
    ) -> Field<Root> {
        Field(name, summary, Formats.bundleID.orNull, from: { $0[keyPath: path].map(Optional.some) }) {
            (bundleID, root, _, _) throws(SourceError) in root[keyPath: path] = bundleID
        }
    }
}
