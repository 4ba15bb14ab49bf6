// Users import `TVSimulator` only; the makers and judges of responses belong to the modules below.
@_exported public import IdentityProvider
@_exported public import SAML
