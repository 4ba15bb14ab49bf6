enum SimulatedDeviceRoom {}
