package import SimulationCore

extension FaultOperation {
    /// An app asks for its access status.
    package static let checkAccessStatus = FaultOperation(rawValue: "accountManager.checkAccessStatus")
    /// An app asks for account metadata.
    package static let enqueue = FaultOperation(rawValue: "accountManager.enqueue")
}
