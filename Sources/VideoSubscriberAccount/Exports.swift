// Apple's header includes Foundation, and apps rely on that.
@_exported public import Foundation
