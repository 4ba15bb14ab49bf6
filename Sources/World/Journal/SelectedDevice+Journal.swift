import TVSimDevice

extension SelectedDevice {
    /// Returns the decisions on the device and their reasons, in order.
    ///
    /// - Parameters:
    ///   - after: Only decisions with a higher number.
    ///   - contains: Only decisions whose line contains this text; `nil` for all.
    ///   - startsOver: Whether an `after` that the journal has not reached means its beginning.
    /// - Returns: All matching decisions.
    /// - Throws: `StateError` if the state cannot be read.
    package func journal(after: Int, contains: String?, startsOver: Bool = false) throws -> JournalPage {
        try JournalPage(
            of: device.simulation, JournalQuestion(after: after, contains: contains, limit: .max),
            startsOver: startsOver)
    }

    /// Removes the journal; the state stays, and the numbers continue.
    package func forgetJournal() throws {
        try world.forgetJournal()
    }
}
