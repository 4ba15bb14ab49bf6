enum SSOBridgeRoom {}
