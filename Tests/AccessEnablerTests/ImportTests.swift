import AccessEnabler
import Testing

/// Observed: sources of shipped clients use `URLSession` with no import but the SDK's (Differences, A-63).
///
/// This file must not import Foundation.
@Suite("Importing the SDK only")
struct ImportTests {
    @Test("gives the names of Foundation and its networking, as on Apple's platforms")
    func names() {
        let request = URLRequest(url: URL(filePath: "/"))
        #expect(URLSession(configuration: .ephemeral).dataTask(with: request).originalRequest == request)
    }
}
