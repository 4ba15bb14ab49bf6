import SimulatedDevice

extension SelectedDevice {
    /// Shows what was decided on the device, and why, in order.
    ///
    /// - Parameters:
    ///   - after: Only decisions with a higher number.
    ///   - contains: Only decisions whose line holds this text; `nil`: all.
    /// - Returns: All that match.
    /// - Throws: `StateError` when the state cannot be read.
    package func journal(after: Int, contains: String?) throws -> JournalPage {
        try JournalPage(
            of: JournalLines(of: device.simulation, after: after, startsOver: false),
            JournalQuestion(after: after, contains: contains, limit: .max))
    }

    /// Forgets what was decided; settings and state stay, and numbers go on.
    package func forgetJournal() throws {
        try world.forgetJournal()
    }
}
