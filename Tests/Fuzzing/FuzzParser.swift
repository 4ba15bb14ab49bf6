import Foundation
import TVSimXMLSecurity

/// Parses the input as an XML document and reads everything that the modules read from one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParser(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let tree = try? XMLTree(Data(bytes: bytes, count: count)) else { return 0 }
    var open = [tree.root()]
    while let element = open.popLast() {
        _ = element.name
        _ = element.namespace
        _ = try? element.text()
        _ = element.attribute("ID")
        open += element.children
    }
    return 0
}
