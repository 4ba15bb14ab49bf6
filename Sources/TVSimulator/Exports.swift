// Users import `TVSimulator` only; the makers and judges of responses belong to the modules below.
@_exported public import TVSimIdentityProvider
@_exported public import TVSimSAML
