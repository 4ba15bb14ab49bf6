// Lets `import UIKit` resolve on Linux, for sources that hand on the view controller that Apple's framework gives them. It
// holds the stand-ins for that controller and for what presents it, and Foundation, as Apple's does, and nothing else.
@_exported public import Foundation

@_exported public import class VideoSubscriberAccount.UIViewController
