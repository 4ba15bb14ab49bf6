public import Foundation

/// The content that a subscription gives access to.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccount")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccount")
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// Unknown; a subscription of this level cannot be registered.
    case unknown = 0
    /// Content that is free for every user with an account.
    case freeWithAccount = 1
    /// Paid content.
    case paid = 2
}

/// A subscription that an app registers for its user.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccount")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccount")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccount")
open class VSSubscription: NSObject {
    private var givenExpiration: Date?
    private var givenTiers: [String]?

    /// The date when the subscription ends; afterwards the system behaves as if none were registered.
    ///
    /// Setting `nil` resets it to the distant future.
    open var expirationDate: Date! {
        get { givenExpiration ?? .distantFuture }
        set { givenExpiration = newValue }
    }

    /// The content that the subscription gives access to.
    open var accessLevel: VSSubscriptionAccessLevel = .unknown

    /// The tiers of the subscription; setting `nil` makes the list empty.
    open var tierIdentifiers: [String]! {
        get { givenTiers ?? [] }
        set { givenTiers = newValue }
    }

    /// How the subscription is paid for.
    @available(iOS 11.3, tvOS 11.3, macOS 10.14, visionOS 1.0, *)
    open var billingIdentifier: String?

    /// Creates a subscription with an unknown level and without an end.
    public override init() {
        super.init()
    }
}
