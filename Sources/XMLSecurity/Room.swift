package struct SigningIdentity: Sendable { package init(privateKeyPEM: String, certificatePEM: String) throws {} }
