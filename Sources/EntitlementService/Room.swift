enum EntitlementServiceRoom {}
