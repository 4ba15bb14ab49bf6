enum TVSimulatorRoom {}
