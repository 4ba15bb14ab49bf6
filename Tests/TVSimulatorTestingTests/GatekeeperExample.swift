import Foundation
import UIKit

// The example of the article "Apps on Linux": what Objective-C calls stays on Apple's systems.

protocol Playing: AnyObject { func play(_ resource: String) }

final class Gatekeeper: NSObject {
    weak var player: (any Playing)?

    override init() {
        super.init()
        #if canImport(ObjectiveC)
            NotificationCenter.default.addObserver(
                self, selector: #selector(askAgain), name: UIApplication.didBecomeActiveNotification, object: nil)
        #endif
    }

    #if canImport(ObjectiveC)
        @objc private func askAgain() { check() }
    #endif

    func check() { player?.play("REF30") }
}
