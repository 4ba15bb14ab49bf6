enum TestSupportRoom {}
