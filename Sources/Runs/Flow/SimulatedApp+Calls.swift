import AccessEnabler
import Foundation
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

// The SDK calls of a flow's steps.
extension SimulatedApp {
    /// Makes the SDK call of a step, by the function that an app calls; does nothing for a step without one.
    func call(_ action: FlowStep.Action, on enabler: AccessEnabler) {
        switch action {
        case .call(let call): make(call, on: enabler)
        case .foreground: enabler.setRequestor(requestor)
        case .relaunch, .command: break
        }
    }

    private func make(_ call: AppCall, on enabler: AccessEnabler) {
        switch call {
        case .setRequestor(let id, let services):
            requestor = id.rawValue
            enabler.setRequestor(id.rawValue, serviceProviders: services)
        case .checkAuthentication: enabler.checkAuthentication()
        case .getAuthentication(let request): getAuthentication(request, on: enabler)
        case .setSelectedProvider(let mvpd): enabler.setSelectedProvider(mvpd?.rawValue)
        case .getSelectedProvider: enabler.getSelectedProvider()
        case .checkAuthorization(let resource, let data):
            if data.isEmpty {
                enabler.checkAuthorization(resource.rawValue)
            } else {
                enabler.checkAuthorization(resource.rawValue, withData: data.members.appDictionary)
            }
        case .getAuthorization(let resource, let data):
            if data.isEmpty {
                enabler.getAuthorization(resource.rawValue)
            } else {
                enabler.getAuthorization(resource.rawValue, withData: data.members.appDictionary)
            }
        case .getMetadata(let key): enabler.getMetadata(key.dictionary)
        case .logout: enabler.logout()
        case .checkPreauthorizedResources(let resources, let usesCache):
            enabler.checkPreauthorizedResources(resources.map(\.rawValue), cache: usesCache)
        case .setOptions(let options): enabler.setOptions(options.given.appDictionary)
        case .handleExternalURL(let url): enabler.handleExternalURL(url)
        // A closure gets the answer of the first instead of a delegate, and for the second the app exists already.
        case .preauthorize, .checkStorage: preconditionFailure("the table of steps has no '\(call.name)'")
        }
    }

    private func getAuthentication(_ request: AuthenticationRequest, on enabler: AccessEnabler) {
        var filter: [AnyHashable: Any] = [:]
        filter[TV_PROVIDERS] = request.providers?.map(\.rawValue)
        filter[FEATURED_TV_PROVIDERS] = request.featured?.map(\.rawValue)
        let data = request.data.members.appDictionary
        switch (request.forced || !data.isEmpty, request.hasFilter) {
        case (false, false): enabler.getAuthentication()
        case (false, true): enabler.getAuthentication(filter)
        case (true, false): enabler.getAuthentication(request.forced, withData: data)
        case (true, true): enabler.getAuthentication(request.forced, withData: data, andFilter: filter)
        }
    }
}
