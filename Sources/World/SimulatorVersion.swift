/// The version of the simulator.
package enum SimulatorVersion {
    /// The version that `tvsim --version` prints and that the header of the admin API contains.
    package static let current = "0.1.0"
}
