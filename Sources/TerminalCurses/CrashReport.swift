/// Where a crash leaves what helps to find its cause: the program's version, the signal, and places in the program.
package struct CrashReport: Hashable, Sendable {
  /// The file; it and its folders are made when they are needed, for their owner alone.
  package var path: String
  /// Its first line.
  package var heading: String

  package init(path: String, heading: String) {
    self.path = path
    self.heading = heading
  }
}
