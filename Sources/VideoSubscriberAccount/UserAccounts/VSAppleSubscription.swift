/// A subscription bought through Apple.
@available(iOS 17.4, tvOS 17.4, macOS 14.4, visionOS 1.1, *)
public struct VSAppleSubscription: Hashable, Sendable {
    /// The customer's identifier in Apple's server notifications.
    public var customerID: String
    /// The products that were bought.
    public var productCodes: [String]

    /// Creates a subscription.
    public init(customerID: String, productCodes: [String]) {
        self.customerID = customerID
        self.productCodes = productCodes
    }
}
