/// The rules about requests and logout messages in the query of an address.
enum MessageRequirements {
    private static let redirect = "SAML Bindings 2.0, 3.4.4.1"

    static let all: [RequirementRow] = [
        .required(
            "validMessage", "A valid message in a query must be accepted.", redirect,
            "authnRequestInURL logoutRequest logoutResponse withoutRelayState"),
        .required(
            "querySpelling", "A signature must be verified over the bytes as they were sent.", redirect,
            "lowerCaseEscapes lowerCaseEscapesOfResponse plusForBlank otherOrder namedEncoding"),
        .required(
            "logoutSigned", "A logout message in a query must be signed.", "SAML Profiles 2.0, 4.4.4.1",
            "redirectUnsigned logoutResponseUnsigned"),
        .required(
            "querySignature", "The signature of a query must be valid for the sender's key.", redirect,
            """
            redirectByOtherKey redirectReencoded redirectSignedInOtherOrder relayStateChanged relayStateRemoved
            """),
        .choice("queryAlgorithm", "SHA-1 is refused.", "S-6", "redirectBySHA1"),
        .choice(
            "repeatedParameter", "A query with a parameter twice is refused.", "S-169",
            "messageTwice unsignedMessageFirst responseBesideRequest relayStateTwice"),
        .required(
            "relayStateLength", "A relay state has at most 80 bytes.", "SAML Bindings 2.0, 3.4.3", "longRelayState"),
        .choice("deflated", "A message that is not compressed is refused.", "S-179", "notDeflated"),
        .choice("inflatedSize", "A message above the limits is refused.", "S-160", "inflatesToMegabytes"),
        .choice(
            "messageID", "A message whose ID is not an XML name is refused.", "S-179",
            "authnRequestWithDigitFirstID logoutRequestWithDigitFirstID"),
        .choice("logoutExpiry", "A LogoutRequest that has expired is refused.", "S-177", "logoutRequestExpired"),
        .required(
            "messageDestination", "A Destination must be the address of the receiver.", "SAML Core 2.0, 3.2.1",
            "logoutRequestToOtherDestination logoutResponseToOtherDestination"),
        .required(
            "messageIssuer", "The issuer of a message must be the party that signed it.", "SAML Profiles 2.0, 4.4.4.1",
            "logoutRequestOfStranger logoutResponseOfStranger"),
        .required("logoutName", "A LogoutRequest names a user.", "SAML Core 2.0, 3.7.1", "logoutRequestWithoutName"),
        .required(
            "logoutAnswer", "A LogoutResponse must answer the sent request.", "SAML Core 2.0, 3.2.2",
            "logoutResponseToOtherRequest logoutResponseToNoRequest"),
        .required(
            "logoutMessageName", "The answer must be a LogoutResponse.", "SAML Core 2.0, 3.7.2",
            "responseAsLogoutResponse"),
    ]
}
