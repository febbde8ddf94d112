import Foundation

/// The program as the build made it.
///
/// It is next to the tests, unless `BEERDIARY_PROGRAM` names another build.
enum BuiltProgram {
  static let path =
    ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"]
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "beerdiary").path

  /// Whether tests that run the program hundreds of times do so completely; otherwise they run a sample of it.
  static let isTestedInFull = ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"] != nil

  /// The sample diary's folder in the source tree.
  static let sampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Resources/sample").standardizedFileURL.path
}
