/// What a sign-in shows of an identity provider.
extension PartyRequirement {
    /// The cases of the sign-ins, in order.
    static let ofSignIn: [(name: String, requirement: PartyRequirement)] =
        [
            signsIn, answerIsValid, answersRequest, relayStateReturns, nameIDFormat, opaqueUser, sessionIndex,
            answerAlgorithms, agreedAttributes, confirmationLifetime, answerClock, usesSession, forceAuthn,
            passiveSession, persistentNames, transientNames, scoping, logoutAnswer, logoutEndsSession,
        ].map { ($0.id, $0) }
        + [
            ("awkwardRelayState", relayStateReturns), ("strangersConsumerInSession", knownConsumer),
            ("unknownBindingInSession", knownConsumer),
        ]

    static let answerIsValid = PartyRequirement(
        "answerIsValid", "The answer has status Success, and passes every check of our validator.",
        "SAML Profiles 2.0, 4.1.4.2, 4.1.4.3 and 4.1.4.5")
    static let answersRequest = PartyRequirement(
        "answersRequest", "InResponseTo is the ID of the request, in the response and in the confirmation.",
        "SAML Profiles 2.0, 4.1.4.2; Adobe, MVPD Authentication, The Authentication Response")
    static let relayStateReturns = PartyRequirement(
        "relayStateReturns", "The RelayState comes back unchanged.", "SAML Bindings 2.0, 3.5.3")
    static let nameIDFormat = PartyRequirement(
        "nameIDFormat", "The name is persistent or transient.",
        "SAML Core 2.0, 8.3.7; Adobe, MVPD Authentication, NameIDPolicy")
    static let opaqueUser = PartyRequirement(
        "opaqueUser", "The user's identifier is opaque: no user name, address or number, and no part of credentials.",
        "Adobe, MVPD kickstart guide; MVPD User Metadata Exchange, MVPD User ID")
    static let sessionIndex = PartyRequirement(
        "sessionIndex", "The answer has a SessionIndex, if a logout is possible.",
        "SAML Profiles 2.0, 4.1.4.2; Adobe, MVPD Logout")
    static let answerAlgorithms = PartyRequirement(
        "answerAlgorithms", "Signatures use SHA-256 or a longer digest.", "Differences, S-6", isRequired: false)
    static let agreedAttributes = PartyRequirement(
        "agreedAttributes", "The answer has the agreed attributes.", "Adobe, MVPD User Metadata Exchange")
    static let confirmationLifetime = PartyRequirement(
        "confirmationLifetime", "The confirmation lasts ten minutes at most.", "Differences, S-179", isRequired: false)
    static let answerClock = PartyRequirement(
        "answerClock", "Its clock is that of others.", "Differences, S-179", isRequired: false)
    static let signsIn = PartyRequirement(
        "signsIn", "A user with the right password is signed in.", "SAML Profiles 2.0, 4.1.3.5")
    static let usesSession = PartyRequirement(
        "usesSession", "A second request in the same browser needs no password.",
        "Differences, S-179", isRequired: false)
    static let forceAuthn = PartyRequirement(
        "forceAuthn", "ForceAuthn asks for a password in spite of a session.", "SAML Core 2.0, 3.4.1")
    static let passiveSession = PartyRequirement(
        "passiveSession", "IsPassive with a session is answered without a question.", "SAML Core 2.0, 3.4.1")
    static let persistentNames = PartyRequirement(
        "persistentNames", "A persistent name is the same each time.", "SAML Core 2.0, 8.3.7")
    static let transientNames = PartyRequirement(
        "transientNames", "A transient name is another one each time.", "SAML Core 2.0, 8.3.8", isRequired: false)
    static let scoping = PartyRequirement(
        "scoping", "A request may name the requestor for which it asks.", "Adobe, Service Provider Scoping",
        isRequired: false)
    static let logoutAnswer = PartyRequirement(
        "logoutAnswer", "The LogoutResponse is signed, answers the request, and has status Success.",
        "SAML Core 2.0, 3.7.3.2; SAML Profiles 2.0, 4.4.3.5 and 4.4.4.2; Adobe, MVPD Logout")
    static let logoutEndsSession = PartyRequirement(
        "logoutEndsSession", "After a logout the user is asked for a password again.", "SAML Core 2.0, 3.7.3.2")
}
