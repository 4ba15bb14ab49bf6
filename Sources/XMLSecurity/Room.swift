enum XMLSecurityRoom {}
