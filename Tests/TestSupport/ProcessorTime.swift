package import Foundation

/// The processor time that processes have used.
package enum ProcessorTime {
  /// Returns the time of a process and all its descendants, in clock ticks; 0 if there is no such process.
  package static func ofTree(_ process: pid_t) -> Int {
    own(process) + children(of: process).reduce(0) { $0 + ofTree($1) }
  }

  /// Returns the time of a process and of its children that have ended.
  private static func own(_ process: pid_t) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The name of the program, between parentheses, may have blanks.
      let end = text.lastIndex(of: ")")
    else { return 0 }
    // After the name: the state, ten other fields, then utime, stime, cutime and cstime.
    return text[end...].split(separator: " ").dropFirst(12).prefix(4).compactMap { Int($0) }.reduce(0, +)
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let path = "/proc/\(process)/task/\(thread)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }
  }
}
