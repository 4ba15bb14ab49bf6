import Foundation
import VideoSubscriberAccount

// An app that knows nothing of a simulator: for each line on its input it asks the framework once and prints what it
// was told. The device comes from the environment.

func describe(_ error: (any Error)?) -> String {
    guard let error else { return "no error" }
    let plain = error as NSError
    return "\(plain.domain) \(plain.code)"
}

let manager = VSAccountManager()

while readLine() != nil {
    let answered = DispatchSemaphore(value: 0)
    manager.checkAccessStatus(options: [:]) { status, error in
        print("access \(status.rawValue), \(describe(error))")
        answered.signal()
    }
    answered.wait()

    let request = VSAccountMetadataRequest()
    request.includeAccountProviderIdentifier = true
    manager.enqueue(request) { metadata, error in
        print("provider \(metadata?.accountProviderIdentifier ?? "none"), \(describe(error))")
        answered.signal()
    }
    answered.wait()
    fflush(nil)
}
