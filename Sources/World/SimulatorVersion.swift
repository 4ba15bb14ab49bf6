import CTVSimBuild

/// The version of the simulator.
package enum SimulatorVersion {
    /// The version that `tvsim --version` prints and that the header of the admin API contains.
    package static let current = "0.1.0"

    /// The build: the version for a release, such as `0.1.0.dev42+g1a2b3c4d` for another commit, or `unknown`.
    ///
    /// `scripts/write-build` writes it into the programs of a package, so that nothing is compiled for it.
    package static let build = String(cString: tvsim_build())
}
