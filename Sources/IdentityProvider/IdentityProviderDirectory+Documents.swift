package import StateStorage
import XMLSecurity

extension IdentityProviderDirectory {
    /// The documents that the providers keep: the providers, and the browsers' sessions.
    package static let documents = RoomDocuments([.one(key), .each(BrowserSession.keys, of: BrowserSession.self)])

    /// Finds what providers cannot be, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document and the provider.
    package func check() throws {
        func refuse(_ reason: String) -> StateError {
            StateError(.malformedDocument, "the document '\(Self.key.name)': \(reason)")
        }
        let names = RepeatedNames(document: Self.key.name)
        let records = try records()
        try names.check(records.map(\.identifier))
        for record in records {
            try names.check(record.subscribers.map(\.name), of: record.identifier)
            for person in record.subscribers where !Subscriber.canBeKnown(by: person.userID) {
                throw refuse("nobody can know '\(person.name)' of '\(record.identifier)' by a 'userID' as it is given")
            }
            guard record.keyNumber >= 0 else {
                throw refuse("'\(record.identifier)' signs with no key that there is")
            }
            for party in record.serviceProviders {
                guard !party.assertionConsumerServices.isEmpty else {
                    throw refuse("'\(record.identifier)' has no address of '\(party.entityID)'")
                }
                guard party.certificate.map({ (try? TrustedCertificate(pem: $0)) != nil }) ?? true else {
                    throw refuse("'\(record.identifier)' has a certificate of '\(party.entityID)' that is none")
                }
                guard party.certificate != nil || party.verificationToken == .opaque else {
                    throw refuse("'\(record.identifier)' has no certificate of '\(party.entityID)'")
                }
            }
        }
    }
}
