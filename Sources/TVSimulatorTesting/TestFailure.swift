import CTVSimTestHook
import TVSimCore
import Testing

/// Fails the running test, for a call of an app that belongs to no simulator.
///
/// The modules below do not know the test library. `CTVSimTestHook` tells them this function by its C name, which also
/// marks a process that runs tests, so that a test without a simulator does not use the developer's own device.
@_cdecl("tvsim_fail_test")
func failTest(_ text: UnsafePointer<CChar>) {
    let text = String(cString: text)
    // Neither XCTest nor a queue has a current test, so that the issue may not be printed.
    if Test.current == nil { SimulatorFailure.write("tvsim: \(text)\n") }
    Issue.record("\(text)")
}

/// Returns whether the caller runs in the task of a test of Swift Testing; XCTest does not tell.
@_cdecl("tvsim_has_current_test")
func hasCurrentTest() -> Bool { Test.current != nil }
