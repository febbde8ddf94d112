import Foundation
import TestSupport

/// The program as the build made it.
///
/// It is next to the tests, unless `BEERDIARY_PROGRAM` names another build.
enum BuiltProgram {
  static let path =
    ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"]
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "beerdiary").path

  /// Returns the elements to test: all if `BEERDIARY_PROGRAM` is set, as in `make test-release`, otherwise one in so many,
  /// others each time, but at least one.
  static func sample<Element>(
    of all: [Element], oneIn divisor: Int, file: String = #fileID, test: String = #function
  ) -> [Element] {
    if ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"] != nil { return all }
    let seed = Seeds.value(UInt64(Date.now.timeIntervalSince1970), file: file, test: test)
    let first = Int(seed % UInt64(max(1, min(divisor, all.count))))
    return all.enumerated().filter { $0.offset % divisor == first }.map(\.element)
  }

  /// The sample diary's folder in the source tree.
  static let sampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Resources/sample").standardizedFileURL.path
}
