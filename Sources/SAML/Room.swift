enum SAMLRoom {}
