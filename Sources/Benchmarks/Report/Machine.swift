import Foundation

/// The machine of the measurements.
struct Machine {
  let sentence: String

  static var current: Machine {
    let info = ProcessInfo.processInfo
    let memory = "\((Double(info.physicalMemory) / 1e9).text(0)) GB of memory"
    let load = firstWord(ofFile: "/proc/loadavg").map { "load \($0) at the start" }
    let parts = [processor, "\(info.activeProcessorCount) cores", memory, system, SQLiteShell.version, load]
    return Machine(sentence: "Measured on: " + parts.compactMap { $0 }.joined(separator: ", ") + ".")
  }

  private static var processor: String? { value(of: "model name", separator: ":", inFile: "/proc/cpuinfo") }

  private static var system: String? {
    value(of: "PRETTY_NAME", separator: "=", inFile: "/etc/os-release")
  }

  private static func value(of key: String, separator: Character, inFile path: String) -> String? {
    let line = lines(ofFile: path).first { $0.hasPrefix(key) }
    return line?.split(separator: separator, maxSplits: 1).last.map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
  }

  private static func firstWord(ofFile path: String) -> String? {
    lines(ofFile: path).first?.split(separator: " ").first.map(String.init)
  }

  /// Returns the lines of a file; none if it does not exist, so that the sentence is shorter.
  private static func lines(ofFile path: String) -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
