import Foundation
import TestSupport
import Testing
import VideoSubscriberAccount

/// The module's own symbol graph against the public symbols of Apple's module, and against their declarations.
@Suite(.waitsForPrograms) struct SurfaceTests {
    static let graph = Result { try SymbolGraph.of("VideoSubscriberAccount") }

    static func lines(of name: String) throws -> [String] {
        let file = Repository.root.appendingPathComponent("Tests/VideoSubscriberAccountTests/Surface/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// What is public here and not on Apple's list, each with its reason.
    static func isAllowed(_ symbol: SymbolGraph.Symbol) -> Bool {
        let name = symbol.pathComponents.last ?? ""
        // A stand-in for UIKit, which does not exist on Linux.
        if symbol.pathComponents.first == "UIViewController" { return true }
        // Synthesised by conformances that the list implies, or written by hand where Linux synthesises wrongly.
        if symbol.isSynthesised { return true }
        if ["VSError.==(_:_:)", "VSError.hash(into:)"].contains(symbol.path) { return true }
        // NSObject's, which the list leaves out.
        if name == "init()" { return true }
        // RawRepresentable's, which the list leaves out.
        return name == "rawValue"
    }

    /// The mangled names of protocols that the mangling abbreviates.
    static let standard = ["Hashable": "s:SH", "RawRepresentable": "s:SY"]

    @Test("the classes of values have no public state, so that tests of apps fake them by overriding getters")
    func values() {
        final class Fake: VSAccountMetadata {
            override var samlAttributeQueryResponse: String? { "fake" }
        }
        #expect(Fake().samlAttributeQueryResponse == "fake")
        #expect(VSAccountMetadata().accountProviderResponse == nil)
        #expect(VSAccountProviderResponse().authenticationScheme == .saml)
    }

    @Test("a fresh request has Apple's defaults")
    func defaults() {
        let request = VSAccountMetadataRequest()
        #expect(request.supportedAuthenticationSchemes == [.saml])
        #expect(request.attributeNames.isEmpty && request.supportedAccountProviderIdentifiers.isEmpty)
        #expect(request.featuredAccountProviderIdentifiers.isEmpty)
        #expect(!request.isInterruptionAllowed && !request.forceAuthentication)
        #expect(!request.includeAccountProviderIdentifier && !request.includeAuthenticationExpirationDate)
        #expect(request.channelIdentifier == nil && request.verificationToken == nil)
        #expect(request.localizedVideoTitle == nil && request.accountProviderAuthenticationToken == nil)
        #expect(request.applicationAccountProviders == nil)
    }

    @Test("raw values are Apple's")
    func rawValues() {
        #expect([VSAccountAccessStatus.notDetermined, .restricted, .denied, .granted].map(\.rawValue) == [0, 1, 2, 3])
        #expect([VSSubscriptionAccessLevel.unknown, .freeWithAccount, .paid].map(\.rawValue) == [0, 1, 2])
        #expect([VSUserAccount.AccountType.free, .paid].map(\.rawValue) == [0, 1])
        #expect([VSUserAccount.OriginatingDeviceCategory.mobile, .other].map(\.rawValue) == [0, 1])
        #expect(VSUserAccountManager.QueryOptions.allDevices.rawValue == 1)
        #expect(VSAccountProviderAuthenticationScheme("OAuth").rawValue == "OAuth")
    }

    @Test("the Settings address is a URL with a scheme, since clients force-unwrap it (A12)")
    func settingsURL() {
        #expect(URL(string: VSOpenTVProviderSettingsURLString)?.scheme?.isEmpty == false)
    }

    @Test("an application provider without a name or an identifier stops the app")
    func applicationProvider() async {
        await #expect(processExitsWith: .failure) {
            _ = VSAccountApplicationProvider(localizedDisplayName: "", identifier: "own")
        }
        await #expect(processExitsWith: .failure) {
            _ = VSAccountApplicationProvider(localizedDisplayName: "Own", identifier: "")
        }
    }
}

extension SurfaceTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("every public symbol of Apple's module is there")
        func coverage() throws {
            let graph = try SurfaceTests.graph.get()
            let listed = try SurfaceTests.lines(of: "symbols.txt")
            var ours = Set(graph.symbols.map(\.path))
            // The raw value of an enumeration is not in the compiler's graph; its initialiser is.
            for path in ours where path.hasSuffix(".init(rawValue:)") {
                ours.insert(path.replacingOccurrences(of: "init(rawValue:)", with: "rawValue"))
            }
            let missing = listed.filter { !ours.contains($0) }
            #expect(missing.isEmpty, "missing: \(missing.joined(separator: ", "))")
            #expect(listed.contains("VSAccountManager.enqueue(_:completionHandler:)"))
            // What the test prints is what a reader wants to know of it.
            print("VideoSubscriberAccount: \(listed.count - missing.count) of \(listed.count) public symbols")
        }

        @Test("nothing else is public")
        func nothingExtra() throws {
            let listed = Set(try SurfaceTests.lines(of: "symbols.txt"))
            let extra = try SurfaceTests.graph.get().symbols.filter {
                !listed.contains($0.path) && !SurfaceTests.isAllowed($0)
            }
            #expect(extra.isEmpty, "extra: \(extra.map(\.path).joined(separator: ", "))")
        }

        @Test("declarations, openness and availability are those of the table")
        func declarations() throws {
            let ours = try SurfaceTests.graph.get().symbols.filter { !$0.isSynthesised }.map(\.line).sorted()
            let table = try SurfaceTests.lines(of: "declarations.txt")
            let (missing, extra) = (Set(table).subtracting(ours), Set(ours).subtracting(table))
            #expect(missing.isEmpty, "not here any more:\n\(missing.sorted().joined(separator: "\n"))")
            #expect(extra.isEmpty, "not in the table:\n\(extra.sorted().joined(separator: "\n"))")
        }

        @Test(
            "conforms as Apple's types do",
            arguments: [
                ("VSAccountAccessStatus", ["Hashable", "RawRepresentable", "Sendable"]),
                ("VSCheckAccessOption", ["Hashable", "RawRepresentable", "Sendable"]),
                ("VSAccountProviderAuthenticationScheme", ["Hashable", "RawRepresentable", "Sendable"]),
                ("VSError", ["CustomNSError", "Hashable", "Error"]),
                ("VSError.Code", ["Hashable", "RawRepresentable", "Sendable"]),
                ("VSUserAccount", ["Hashable", "Sendable"]), ("VSAppleSubscription", ["Hashable", "Sendable"]),
                ("VSUserAccount.AccountType", ["Hashable", "RawRepresentable", "Sendable"]),
                ("VSUserAccountManager.QueryOptions", ["OptionSet", "Sendable"]),
                ("VSUserAccountManager.AutoSignInAuthorization", ["Hashable"]),
            ])
        func conformances(type: String, protocols: [String]) throws {
            let graph = try SurfaceTests.graph.get()
            let symbol = try #require(graph.symbols.first { $0.path == type })
            let conformed = graph.relationships.filter {
                $0.kind == "conformsTo" && $0.source == symbol.identifier.precise
            }
            // A protocol's mangled name ends in its length, its name and P.
            for name in protocols {
                let isKnown = conformed.contains { relation in
                    let target = relation.target
                    return target.hasSuffix("\(name.utf8.count)\(name)P") || SurfaceTests.standard[name] == target
                }
                #expect(isKnown, "\(type) must conform to \(name), but does to \(conformed.map(\.target))")
            }
        }
    }
}
