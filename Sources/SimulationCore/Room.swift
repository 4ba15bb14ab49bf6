enum SimulationCoreRoom {}
