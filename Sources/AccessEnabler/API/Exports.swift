// The vendor's header brings Foundation and UIKit with it, and sources rely on that; of UIKit there is what the delegate
// hands over.
@_exported public import Foundation

@_exported public import class VideoSubscriberAccount.UIViewController
