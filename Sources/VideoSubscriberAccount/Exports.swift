// Apple's header includes Foundation, and apps rely on that.
@_exported public import Foundation

#if canImport(FoundationNetworking)
    // Apple's Foundation has URLSession.
    @_exported public import FoundationNetworking
#endif
