// Lets `import UIKit` resolve on Linux, for sources that cannot be changed: it holds the stand-in for the view controller
// that Apple's framework hands to apps, and nothing else.
@_exported public import class VideoSubscriberAccount.UIViewController
