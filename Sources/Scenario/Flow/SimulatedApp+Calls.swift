import AccessEnabler
import EntitlementAPI
import Foundation
import StructuredText

// The SDK calls of a flow's steps.
extension SimulatedApp {
    /// Makes the SDK call of a step; does nothing for a step without one.
    func call(_ action: FlowStep.Action, on enabler: AccessEnabler) {
        switch action {
        case .setRequestor(let id):
            requestor = id
            enabler.setRequestor(id)
        case .foreground: enabler.setRequestor(requestor)
        case .checkAuthentication: enabler.checkAuthentication()
        case .getAuthentication(let form): getAuthentication(form, on: enabler)
        case .setSelectedProvider(let id): enabler.setSelectedProvider(id)
        case .getSelectedProvider: enabler.getSelectedProvider()
        case .checkAuthorization(let resource): enabler.checkAuthorization(resource)
        case .getAuthorization(let resource): enabler.getAuthorization(resource)
        case .getMetadata(let key): enabler.getMetadata(key.dictionary)
        case .logout: enabler.logout()
        case .checkPreauthorizedResources(let resources, let usesCache):
            enabler.checkPreauthorizedResources(resources, cache: usesCache)
        case .setOptions(let options): enabler.setOptions(options.dictionary.mapValues(\.asOption))
        case .relaunch, .command: break
        }
    }

    private func getAuthentication(_ form: FlowStep.AuthenticationCall, on enabler: AccessEnabler) {
        var filter: [AnyHashable: Any] = [:]
        filter[TV_PROVIDERS] = form.providers
        filter[FEATURED_TV_PROVIDERS] = form.featured
        let data = form.data?.dictionary.mapValues(\.asOption) ?? [:]
        switch (form.force || form.data != nil, form.hasFilter) {
        case (false, false): enabler.getAuthentication()
        case (false, true): enabler.getAuthentication(filter)
        case (true, false): enabler.getAuthentication(form.force, withData: data)
        case (true, true): enabler.getAuthentication(form.force, withData: data, andFilter: filter)
        }
    }
}

extension FlowStep.MetadataKey {
    /// The dictionary that an app passes to `getMetadata`.
    var dictionary: [AnyHashable: Any] {
        switch self {
        case .authentication: [METADATA_OPCODE_KEY: Int(METADATA_AUTHENTICATION)]
        case .authorization(let resource):
            [METADATA_OPCODE_KEY: Int(METADATA_AUTHORIZATION), METADATA_RESOURCE_ID_KEY: resource]
        case .deviceID: [METADATA_OPCODE_KEY: Int(METADATA_DEVICE_ID)]
        case .user(let name): [METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: name]
        }
    }
}

extension JSONValue {
    /// The value as an app passes it in a dictionary.
    fileprivate var asOption: Any {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): Int(number)
        case .string(let text): text
        case .number(let number): number
        case .null: NSNull()
        case .array(let values): values.map(\.asOption)
        case .object(let members): members.dictionary.mapValues(\.asOption)
        }
    }
}
