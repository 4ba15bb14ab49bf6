import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimWorld

extension AdminRoutes {
    /// The operations on the vendors' rules about the app under test.
    static let rules = [
        AdminRoute(
            method: .get, path: "/rules", operation: "judgeRules",
            summary: "Judges what the app has done in this world by the vendors' rules about clients.",
            answer: .init(summary: "What came of each rule.", RuleReport.self), canRefuse: true
        ) { request in
            try json(try request.worlds.evidence.report(of: request.world, named: request.worldName))
        }
    ]
}
