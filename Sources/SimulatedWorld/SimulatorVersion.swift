/// Which version of the simulator this is.
package enum SimulatorVersion {
    /// The version, as `tvsim --version` prints it and the admin API's header names it.
    package static let current = "0.1.0"
}
