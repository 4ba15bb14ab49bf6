import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText

// What the calls of `VSUserAccountManager` return or throw: one of the two is `null`.

/// The answer of a call that returns nothing.
struct ErrorOnlyAnswer: Codable {
    @Nullable var error: ErrorAnswer? = nil
}

/// The accounts that an app registered.
struct UserAccountsAnswer: Codable {
    @Nullable var userAccounts: [ListedUserAccount]? = nil
    @Nullable var error: ErrorAnswer? = nil
}

/// The token of Automatic Sign-In.
struct TokenAnswer: Codable {
    /// The user's decision and the token.
    struct Token: Codable {
        let authorization: AutomaticSignIn.Authorization
        @Nullable var value: String?
    }

    @Nullable var autoSignInToken: Token? = nil
    @Nullable var error: ErrorAnswer? = nil
}

/// The user's decision about Automatic Sign-In.
struct AuthorizationAnswer: Codable {
    @Nullable var authorization: AutomaticSignIn.Authorization? = nil
    @Nullable var error: ErrorAnswer? = nil
}

extension AutomaticSignIn.Authorization: WireWord {}

/// A registered account, by the table of its fields.
struct ListedUserAccount: Codable {
    private let members: Members

    init(_ account: RegisteredUserAccount) { members = RegisteredUserAccount.fields.json(of: account) }

    init(from decoder: any Decoder) throws { members = try Members(from: decoder) }

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension ListedUserAccount: SchemaValue {
    static func schema(by reader: SchemaReader) -> JSONValue {
        RegisteredUserAccount.fields.listingSchema(optional: ["appleSubscription"])
    }
    static var sample: ListedUserAccount { ListedUserAccount(RegisteredUserAccount.fields.defaults) }
}
