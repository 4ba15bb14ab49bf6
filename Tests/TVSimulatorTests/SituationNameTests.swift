import TVSimSituations
import Testing

@Suite("The name of a situation") struct SituationNameTests {
    @Test("can be typed back, and is the same for every order of the axes")
    func roundTrip() throws {
        for (index, situation) in SituationSelection.decisionTable.possibleSituations().enumerated()
        where index.isMultiple(of: 7) {
            #expect(try CookbookSituation(named: situation.description) == situation)
        }
        #expect(try CookbookSituation(named: "baseline") == .baseline)
        #expect("\(try CookbookSituation(named: "access=denied/platform=tvOS"))" == "platform=tvOS/access=denied")
        #expect("\(try CookbookSituation(named: "access=granted"))" == "baseline")
    }

    @Test(
        "is refused with what is wrong, and with the name that was probably meant",
        arguments: [
            ("acces=denied", "unknown axis 'acces'; did you mean 'access'?"),
            ("access=denyed", "unknown value 'denyed' of the axis 'access'; did you mean 'denied'?"),
            (
                "access=never",
                "unknown value 'never' of the axis 'access': expected granted, denied, notDetermined, restricted"
            ),
            (
                "access=denied/access=granted",
                "the situation 'access=denied/access=granted' has the axis 'access' twice"
            ),
            ("denied", "invalid situation 'denied': expected AXIS=VALUE, separated by '/', or 'baseline'"),
            ("", "invalid situation '': expected AXIS=VALUE, separated by '/', or 'baseline'"),
            (
                "boarding=notListed/account=signedOut/picker=choose",
                "the situation 'account=signedOut/boarding=notListed/picker=choose' cannot exist: "
                    + "the system's picker does not list the TV provider"
            ),
        ])
    func refused(name: String, message: String) {
        let error = #expect(throws: SituationError.self) { try CookbookSituation(named: name) }
        #expect(error?.description == message)
    }

    @Test(
        "of an axis is refused in a selection",
        arguments: [
            ("acess", "unknown axis 'acess'; did you mean 'access'?"),
            ("access=all", "write 'access' instead of 'access=all' for all values of the axis"),
            ("access=", "unknown value '' of the axis 'access': expected granted, denied, notDetermined, restricted"),
            ("platform", "the axis 'platform' is given twice"),
        ])
    func refusedAxis(text: String, message: String) throws {
        var selection = SituationSelection()
        try selection.add("platform=iOS")
        let error = #expect(throws: SituationError.self) { try selection.add(text) }
        #expect(error?.description == message)
    }
}
