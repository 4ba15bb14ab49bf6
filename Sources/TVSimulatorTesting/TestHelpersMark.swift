/// Marks a process that runs tests, so that a test without a simulator does not use the developer's own device.
///
/// `CProcessWorld` checks by its C name whether the symbol is linked. The function is never called.
@_cdecl("tvsim_test_helpers")
func markTestHelpers() {}
