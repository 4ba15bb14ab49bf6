/// Marks a process as one that runs tests, so that a test without a simulator does not mean the developer's own device.
///
/// It is looked for by its name, and never called.
@_cdecl("tvsim_test_helpers")
func markTestHelpers() {}
