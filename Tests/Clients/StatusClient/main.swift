import Foundation
import VideoSubscriberAccount

// An app that knows nothing of a simulator: for each line on its input it asks the framework and prints what it was told.
// An empty line asks who is signed in; `sign in` lets the person sign in; an attribute's name asks the provider for it.
// `registered` asks for its user accounts and its token of Automatic Sign-In; `register ACCOUNT TIER` registers both an account
// and a subscription. `exchange CHANNEL TOKEN ATTRIBUTE` asks in the name of the app's own back end, and prints the response.
// The device comes from the environment.

func describe(_ error: (any Error)?) -> String {
    guard let error else { return "no error" }
    let plain = error as NSError
    return "\(plain.domain) \(plain.code)"
}

/// Presents nothing, as an app without a screen.
final class Presenter: NSObject, VSAccountManagerDelegate {
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        print("presented")
        // Whoever drives this app may act now.
        fflush(nil)
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        print("dismissed")
    }
}

/// What the app has registered with the system.
func registered() async -> String {
    do {
        let accounts = try await VSUserAccountManager.shared.userAccounts().compactMap(\.identifier)
        let token = try await VSUserAccountManager.shared.autoSignInToken
        return "accounts \(accounts.joined(separator: " ")), token \(token.value ?? "none") \(token.authorization)"
    } catch {
        return describe(error)
    }
}

/// Registers an account and a subscription.
func register(account identifier: String, tier: String) async -> String {
    var account = VSUserAccount(updateURL: nil)
    account.identifier = identifier
    let subscription = VSSubscription()
    subscription.expirationDate = .distantFuture
    subscription.accessLevel = .paid
    subscription.tierIdentifiers = [tier]
    VSSubscriptionRegistrationCenter.default().setCurrentSubscription(subscription)
    do {
        try await VSUserAccountManager.shared.update(account)
        return "registered"
    } catch {
        return describe(error)
    }
}

func serve() {
    let manager = VSAccountManager()
    let presenter = Presenter()
    manager.delegate = presenter
    while let line = readLine() {
        let answered = DispatchSemaphore(value: 0)
        let words = line.split(separator: " ").map(String.init)
        if words.first == "exchange", words.count == 4 {
            let request = VSAccountMetadataRequest()
            (request.channelIdentifier, request.verificationToken) = (words[1], words[2])
            request.attributeNames = [words[3]]
            manager.enqueue(request) { metadata, error in
                print(metadata?.samlAttributeQueryResponse ?? describe(error))
                answered.signal()
            }
            answered.wait()
            fflush(nil)
            continue
        }
        if words.first == "registered" || words.first == "register" {
            Task {
                print(words.count == 3 ? await register(account: words[1], tier: words[2]) : await registered())
                answered.signal()
            }
            answered.wait()
            fflush(nil)
            continue
        }
        if line.isEmpty {
            manager.checkAccessStatus(options: [:]) { status, error in
                print("access \(status.rawValue), \(describe(error))")
                answered.signal()
            }
            answered.wait()
        }
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.supportedAuthenticationSchemes = [.api, .saml]
        request.isInterruptionAllowed = line == "sign in"
        if !line.isEmpty && line != "sign in" { request.attributeNames = [line] }
        manager.enqueue(request) { metadata, error in
            let response = metadata?.accountProviderResponse
            let kind = response.map { ", \($0.authenticationScheme == .api ? $0.body ?? "no body" : "SAML")" } ?? ""
            print("provider \(metadata?.accountProviderIdentifier ?? "none")\(kind), \(describe(error))")
            answered.signal()
        }
        answered.wait()
        fflush(nil)
    }
    exit(0)
}

// The main queue is the interface's: the app works beside it.
Thread.detachNewThread { serve() }
dispatchMain()
