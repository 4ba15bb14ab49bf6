// The restrictions on wire types that apply at every endpoint.
package import TVSimStructuredText

extension EnhancedError: Shaped, SchemaComponent {
    package static var schemaName: String { "EnhancedError" }

    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                [
                    "action": Schema.words(Action.allCases.filter { $0 != .retryAfter }),
                    "status": ["enum": [400, 401, 403, 404, 405, 410, 412, 500]],
                    "code": Schema.texts(
                        (EnhancedErrorCode.all + [.internalError(status: 405, "")]).map(\.name)),
                    "helpUrl": Schema.uri, "trace": Schema.uuid,
                ], isPartial: true)
        ]
    }
}

extension RegistrationRequest: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self, ["software_statement": ["description": "A JWT signed by the dashboard."]],
                optional: ["redirect_uri": ["description": "An absolute URI without a fragment."]])
        ]
    }
}

extension RegistrationResponse: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                [
                    "client_id_issued_at": ["description": "Seconds since 1970."],
                    "grant_types": Schema.nonempty(Schema.constant(TokenRequest.clientCredentials)),
                    "scopes": Schema.nonempty(Schema.constant("api:client:v2")),
                ])
        ]
    }
}

extension TokenResponse: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                [
                    "id": Schema.uuid, "expires_in": ["minimum": 1, "description": "Seconds."],
                    "token_type": Schema.constant("bearer"),
                ])
        ]
    }
}

extension ConfigurationResponse: Shaped {
    package static var shapes: [Shape] {
        let platforms = DeviceInformation.Platform.allCases.filter { $0 != .unknown }.map(\.rawValue)
        return [
            Shape(
                of: Self.self,
                ["device": [:], "clientType": [:], "time": [:], "os": Schema.texts(platforms + ["Unknown"])],
                optional: ["errorReporting": Schema.constant(originalErrorReporting)])
        ]
    }
}

extension ConfiguredMVPD: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                optional: ["logoUrl": Schema.uri, "boardingStatus": Schema.words(BoardingStatus.allCases)],
                isPartial: true)
        ]
    }
}

extension DecisionsRequest: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["resources": Schema.nonempty(["type": "string", "minLength": 1])])]
    }
}

extension DecisionsResponse: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["decisions": ["minItems": 1]])] }
}

extension ResourceDecision.Token: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["serializedToken": Schema.base64])] }
}

extension LogoutActionsResponse.Logout: Shaped {
    package static var shapes: [Shape] {
        func shape(
            _ names: [ActionName], _ type: ActionType, _ members: Members = [:]
        ) -> Shape {
            Shape(
                of: Self.self,
                members.merging(["actionName": Schema.words(names), "actionType": Schema.word(type)]) { $1 })
        }
        return [
            shape([.logout], .interactive, ["url": ["format": "uri-reference"]]),
            shape([.partnerLogout], .partnerInteractive), shape([.complete, .invalid], .none),
        ]
    }
}

extension SessionInformation: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                [
                    // A device without information has every member. Only the diagonal is a number or `null`.
                    "device": Schema.narrow(
                        Schema.example(DeviceInformation(members: [:]).description),
                        by: [
                            "properties": [
                                "display": ["properties": ["diagonalSize": ["type": ["number", "null"]]]]
                            ]
                        ])
                ], optional: ["missingParameters": SessionResponse.missingParameters])
        ]
    }
}

extension SessionInformation.ExistingParameters: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, optional: ["redirectUrl": Schema.uri], isPartial: true)]
    }
}

extension EntitlementProfile.Attribute: SchemaComponent {
    package static var schemaName: String { "Attribute" }
}

extension PartnerFrameworkStatus: Shaped, SchemaComponent {
    package static var schemaName: String { "FrameworkStatus" }
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["frameworkPermissionInfo": [:], "frameworkProviderInfo": [:]])]
    }
}

extension PartnerFrameworkStatus.PermissionInfo: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["accessStatus": [:]], optional: ["error": [:]])] }
}

extension PartnerFrameworkStatus.ProviderInfo: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, optional: ["expirationDate": Schema.millisecondsText], isPartial: true)]
    }
}

extension DeviceInformation {
    /// The name of the members' JSON Schema.
    package static let schemaName = "DeviceInformation"

    /// The JSON Schema of the members: the documented ones and any others.
    ///
    /// The members have no Swift type.
    package static var schema: JSONValue {
        let optional = [
            "primaryHardwareType", "manufacturer", "vendor", "osFamily", "osVendor", "applicationId",
        ]
        let texts = Members(
            uniqueKeysWithValues: (requiredKeys + optional).map { ($0, ["type": "string"] as JSONValue) })
        return Schema.object(texts, required: Set(requiredKeys), isClosed: false)
    }
}
