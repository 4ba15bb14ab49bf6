/// An option of a check of the access status.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    /// The option's name.
    public let rawValue: String

    /// Creates an option from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the check may prompt the user, as a Boolean; the default is false.
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}
