import Foundation
import TVSimCore
import TVSimStructuredText

/// What a browser takes to an MVPD, in no protocol's terms.
struct SignInDeparture {
    /// The identifier of the request.
    let requestID: String
    /// The address to which the MVPD sends the answer.
    let returnAddress: String
    /// The session's code, which the MVPD gives back.
    let code: String
    /// The service provider that asks.
    let serviceProvider: RequestorID
    /// Whether the user must sign in even with a session at the MVPD.
    let mustPrompt: Bool
    /// Whether the MVPD must not ask the user.
    let mustNotPrompt: Bool
    /// The time of the request.
    let now: Date
    /// The address that the browser used.
    let served: ServedAddress
}
