public import Foundation

/// What a subscription gives access to.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccount")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccount")
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// Not said; a subscription of this level cannot be registered.
    case unknown = 0
    /// Content that is free for everybody with an account.
    case freeWithAccount = 1
    /// Content that is paid for.
    case paid = 2
}

/// A subscription that an app registers for the person who uses it.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccount")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccount")
open class VSSubscription: NSObject {
    private var givenExpiration: Date?
    private var givenTiers: [String]?

    /// When the subscription ends; after that the system behaves as if none were registered.
    ///
    /// `nil` resets it to the distant future.
    open var expirationDate: Date! {
        get { givenExpiration ?? .distantFuture }
        set { givenExpiration = newValue }
    }

    /// What the subscription gives access to.
    open var accessLevel: VSSubscriptionAccessLevel = .unknown

    /// The tiers of the subscription; `nil` resets them to none.
    open var tierIdentifiers: [String]! {
        get { givenTiers ?? [] }
        set { givenTiers = newValue }
    }

    /// How the subscription is paid for.
    @available(iOS 11.3, tvOS 11.3, macOS 10.14, visionOS 1.0, *)
    open var billingIdentifier: String?

    /// Creates a subscription of unknown level without an end.
    public override init() {
        super.init()
    }
}
