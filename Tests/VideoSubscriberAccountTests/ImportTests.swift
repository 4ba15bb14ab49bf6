import Testing
import VideoSubscriberAccount

/// Observed: sources of shipped clients use `URLSession` and `UIViewController.parent` with no import but the
/// framework's, because Apple's `Foundation` contains the one and UIKit the other (Differences, A-63).
///
/// This file must not import Foundation.
@Suite("Importing the framework only")
struct ImportTests {
    @Test("gives the names of Foundation and its networking, as on Apple's platforms")
    @MainActor
    func names() {
        let request = URLRequest(url: URL(filePath: "/"))
        let session = URLSession(configuration: .ephemeral)
        #expect(session.dataTask(with: request).originalRequest == request)
        #expect(UIViewController().parent == nil)
    }
}
