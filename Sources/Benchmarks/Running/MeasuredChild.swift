import DiaryStore
import Foundation

/// Work in a child process, to measure its own peak memory.
enum MeasuredChild {
  static let flag = "--child"

  struct Measurement {
    /// The time of the work, without the start of the process.
    let seconds: Double
    /// The processor time, which other processes affect little.
    let processorSeconds: Double
    /// The largest resident set, in MB (10^6 bytes).
    let peakMegabytes: Double
  }

  struct Failure: Error {
    let arguments: [String]
  }

  /// Migrates a store with `Diary.open` and closes it.
  static func migrate(_ store: String) throws -> Measurement { try measure(["migrate", store]) }

  /// Imports a CSV file into a store with the program, including its start.
  static func importFile(_ file: String, into store: String) throws -> Measurement {
    let arguments = ["import", file, "--yes", "--store", store]
    guard let beerdiary = BuiltProgram.beerdiary else { throw Failure(arguments: ["beerdiary"] + arguments) }
    return try program(beerdiary, arguments)
  }

  /// Reads a CSV file record by record.
  static func readFile(_ file: String) throws -> Measurement { try measure(["read", file]) }

  /// Writes the beers of a store as CSV.
  static func exportStore(_ store: String) throws -> Measurement { try measure(["export", store]) }

  /// Undoes the last import of a store.
  static func undoImport(_ store: String) throws -> Measurement { try measure(["undo", store]) }

  #if PictureCodecs
    /// Makes the thumbnail of a photo.
    static func thumbnail(of file: String) throws -> Measurement { try measure(["thumbnail", file]) }
  #endif

  /// Runs another program, and discards its output.
  static func program(_ path: String, _ arguments: [String]) throws -> Measurement {
    try measure(["program", path] + arguments)
  }

  /// Runs this program again as a child that does the work and measures it.
  private static func measure(_ arguments: [String]) throws -> Measurement {
    let process = Process()
    process.executableURL = BuiltProgram.own
    process.arguments = [flag] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let values = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, values.count == 3 else { throw Failure(arguments: arguments) }
    return Measurement(seconds: values[0], processorSeconds: values[1], peakMegabytes: values[2] / 1e6)
  }

  /// The work of the child, which prints its seconds, processor seconds and peak memory in bytes.
  static func run(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    let start = ContinuousClock.now
    var program: rusage?
    switch words.first {
    case "migrate": try Diary.open(at: words[1]).close()
    case "read": try ImportBenchmark.readFile(words[1])
    case "export": try ImportBenchmark.exportStore(words[1])
    case "undo": try ImportBenchmark.undoImport(words[1])
    #if PictureCodecs
      case "thumbnail": try PhotoBenchmark.makeThumbnail(of: words[1])
    #endif
    case "program": program = try runProgram(words[1], Array(words.dropFirst(2)))
    default: throw Failure(arguments: words)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let usage = program ?? usage(of: RUSAGE_SELF)
    let peak = program.map { $0.ru_maxrss * 1024 } ?? ownPeakBytes()
    print(seconds, usage.ru_utime.seconds + usage.ru_stime.seconds, peak)
  }

  /// Runs a program and returns its time and memory.
  ///
  /// The system includes the memory of the process before `exec`, which is little because this child has done nothing
  /// else. Uses the system call to wait, because Foundation checks only every 50 ms.
  private static func runProgram(_ path: String, _ arguments: [String]) throws -> rusage {
    let variables = BuiltProgram.environment(home: NSTemporaryDirectory()).map { "\($0)=\($1)" }
    let process = try spawn(path, arguments: [path] + arguments, variables: variables)
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw Failure(arguments: [path] + arguments)
    }
    return usage
  }

  private static func spawn(_ path: String, arguments: [String], variables: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let words = arguments.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, nil, words, environment) == 0 else {
      throw Failure(arguments: arguments)
    }
    return process
  }

  private static func usage(of who: __rusage_who) -> rusage {
    var usage = rusage()
    getrusage(__rusage_who_t(who.rawValue), &usage)
    return usage
  }

  /// `VmHWM`, the largest resident set so far.
  private static func ownPeakBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
    return (kilobytes ?? 0) * 1024
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
