// The vendor's header imports Foundation and UIKit, and apps rely on that; of UIKit, this has the delegate's view
// controller.
@_exported public import Foundation

@_exported public import class VideoSubscriberAccount.UIViewController

#if canImport(FoundationNetworking)
    // Apple's Foundation has URLSession.
    @_exported public import FoundationNetworking
#endif
