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

  /// Returns what a test that runs the program hundreds of times is to run: all of it if `BEERDIARY_PROGRAM` is set, as
  /// in `make test-release`, otherwise a random part of it, in the same order.
  ///
  /// - Parameter share: How many times more there is than what is to run.
  static func sample<Element>(
    of all: [Element], oneIn share: Int, file: String = #fileID, test: String = #function
  ) -> [Element] {
    if ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"] != nil { return all }
    var random = Seeds.generator(UInt64(Date.now.timeIntervalSince1970), file: file, test: test)
    return all.indices.shuffled(using: &random).prefix(max(1, all.count / share)).sorted().map { all[$0] }
  }

  /// The sample diary's folder in the source tree.
  static let sampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Resources/sample").standardizedFileURL.path
}
