/// The file for a crash report: the program's version, the signal, and a backtrace.
package struct CrashReport: Hashable, Sendable {
  /// The path; the file and its folders are created when needed, readable only by the owner.
  package var path: String
  /// The first line of the report.
  package var heading: String

  package init(path: String, heading: String) {
    self.path = path
    self.heading = heading
  }
}
