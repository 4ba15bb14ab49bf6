/// The names and addresses that some defects write into a message.
///
/// The default ones are constants, so that a response has the same bytes each time. A message for a party outside of
/// the simulation needs others: a user and a file that exist nowhere, and identifiers that the party has not seen.
package struct DefectWords: Sendable, Hashable {
    /// The user of a forged assertion.
    package var forgedName = "mallory"
    /// The end of a name that was changed after signing.
    package var changedEnd = "-somebody-else"
    /// The end of the identifiers of forged and repeated elements.
    package var identifierEnd = ""
    /// The address of a file that a careless reader would open.
    package var file = "file:///etc/passwd"

    /// The words of the current task.
    @TaskLocal package static var current = DefectWords()

    /// Creates the default words.
    package init() {}
}
