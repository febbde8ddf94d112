import Foundation

/// What a run of the worker found; its only output, as JSON.
struct Report: Codable {
  /// Cases that ran to an end, whatever it was.
  var cases = 0
  /// Cases in which something was made to go wrong.
  var fired = 0
  /// A sentence for each case that went wrong, with what it takes to run it again.
  var failures: [String] = []
  /// How often something happened that is neither right nor wrong.
  var notes: [String: Int] = [:]

  mutating func fail(_ name: String, _ what: String) {
    failures.append("\(name): \(what)")
    // Immediately as well, because a run of all cases is long.
    FileHandle.standardError.write(Data("\(name): \(what)\n".utf8))
  }

  mutating func note(_ what: String) { notes[what, default: 0] += 1 }

  func print() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    FileHandle.standardOutput.write(try encoder.encode(self))
  }
}
