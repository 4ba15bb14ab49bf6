enum IdentityProviderRoom {}
