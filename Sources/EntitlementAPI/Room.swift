enum EntitlementAPIRoom {}
