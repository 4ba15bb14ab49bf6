// Apple's header brings Foundation with it, and sources rely on that.
@_exported public import Foundation
