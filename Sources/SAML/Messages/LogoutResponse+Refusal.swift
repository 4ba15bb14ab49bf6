import TVSimStructuredText

extension LogoutResponse {
    /// A logout request that was sent, and the address at which its answer is awaited.
    package struct Awaited: Sendable {
        /// The request's identifier.
        package let id: String
        /// The address.
        package let responseService: String

        /// Creates a request that was sent.
        package init(id: String, responseService: String) {
            (self.id, self.responseService) = (id, responseService)
        }
    }

    /// Returns why the response is not the answer to one of the sent requests; `nil` if it is.
    ///
    /// SAML Core 2.0, 3.2.2.
    ///
    /// - Parameters:
    ///   - provider: The party that was asked.
    ///   - requests: The sent requests.
    /// - Returns: The reason with the expected and the found value.
    package func refusal(from provider: EntityID, answering requests: [Awaited]) -> String? {
        guard issuer == provider else {
            return "The logout response was issued by '\(issuer)', not by '\(provider)'."
        }
        guard let sent = requests.first(where: { MessageID($0.id) == inResponseTo }) else {
            let sent = requests.map { "'\($0.id)'" }.joined(separator: " or ")
            return "The logout response answers the request '\(inResponseTo)' (InResponseTo), "
                + (sent.isEmpty ? "but no request was sent." : "not \(sent).")
        }
        guard destination == EndpointLocation(sent.responseService) else {
            let found = destination.map { "is '\($0)'" } ?? "is missing"
            return "The Destination of the logout response \(found): expected '\(sent.responseService)'."
        }
        return nil
    }
}
