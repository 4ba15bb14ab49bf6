import Foundation
import TVSimSAML

extension ResponseContent {
    /// Creates the content of a valid response of a simulated provider.
    init(at instant: Date) {
        self.init(
            responseID: nil, assertionID: nil, issueInstant: instant,
            issuer: "https://idp.tvsim.example/Cablevision", inResponseTo: "_request",
            audience: "https://saml.sp.auth.adobe.com",
            recipient: "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer", nameID: "subscriber",
            notBefore: instant, notOnOrAfter: instant, authnInstant: instant, sessionNotOnOrAfter: instant,
            attributes: [Attribute("userID", ["subscriber"])])
        setTimes(from: instant)
    }

    /// Sets every time for an issue at an instant: an assertion for five minutes, and a session for an hour.
    mutating func setTimes(from instant: Date) {
        (issueInstant, notBefore, authnInstant) = (instant, instant, instant)
        notOnOrAfter = instant.addingTimeInterval(300)
        sessionNotOnOrAfter = instant.addingTimeInterval(3600)
    }
}
