/// What a call of the app would do now, in short.
package struct CallOutlook: Sendable, Hashable {
    /// The name of the call.
    package let call: String
    /// The callbacks that it would cause.
    package let callbacks: [String]
    /// The conditions that do not hold; `nil` if no silent exchange would begin.
    package let unmet: [String]?
    /// Why a silent sign-in would fail, as one sentence; `nil` if it would not.
    package let failure: String?
    /// The command that would change the outcome; `nil` if none is necessary or possible.
    package let remedy: String?

    /// Creates an outlook.
    package init(call: String, callbacks: [String], unmet: [String]?, failure: String?, remedy: String?) {
        (self.call, self.callbacks, self.unmet) = (call, callbacks, unmet)
        (self.failure, self.remedy) = (failure, remedy)
    }
}
