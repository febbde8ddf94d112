import Foundation
import TestSupport
import Testing

@testable import Interchange

/// What Python's csv module reads of generated files, this reader reads too.
@Suite struct CSVDifferentialTests {
  private static let isPythonThere = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let script = """
    import csv, json, sys
    files = []
    for number in range(int(sys.argv[2])):
        with open(f"{sys.argv[1]}/{number}.csv", newline="", encoding="utf-8") as file:
            delimiter = file.readline()[0]
        with open(f"{sys.argv[1]}/{number}.csv", newline="", encoding="utf-8") as file:
            files.append([row for row in csv.reader(file, delimiter=delimiter) if row])
    json.dump(files, sys.stdout)
    """

  @Test(.enabled(if: isPythonThere, "python3 is not there to compare with"))
  func generatedCSVFilesAreReadAsPythonReadsThem() throws {
    let folder = try TemporaryFolder()
    var random = Seeds.generator(2019)
    var files: [(delimiter: UInt8, bytes: [UInt8])] = []
    for number in 0..<150 {
      let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
      // The first byte tells the script the delimiter, and makes a field without text. If blanks followed the
      // delimiters of the first line, quotes after blanks would be read in another way.
      let bytes = Array((delimiter + "hop\n" + Self.text(delimiter, &random)).utf8)
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("\(number).csv")))
      files.append((delimiter.utf8.first ?? 0, bytes))
    }

    let expected = try Self.readByPython(folder.path, count: files.count)

    #expect(expected.count == files.count)
    for (number, file) in files.enumerated() {
      let own = try snapshots(of: file.bytes, delimiter: file.delimiter, chunk: 61, window: 64)
      #expect(own.map(\.fields) == expected[number], "file \(number)")
      #expect(own.allSatisfy { $0.problem == nil })
    }
  }

  private static func text(_ delimiter: String, _ random: inout SeededGenerator) -> String {
    let pieces = ["hop", "é", "🍺", " ", ",", ";", "\t", "|", "\"", "\n", "\r\n", "\r", "一", "'", "\\", "0.5"]
    return (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let fields = (0..<Int.random(in: 1...7, using: &random)).map { _ -> String in
        let field = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
          pieces.randomElement(using: &random)
        }.joined()
        return written(field, delimiter, &random)
      }
      return fields.joined(separator: delimiter)
        + (["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n")
    }.joined()
  }

  /// Between quotes if it must be, and sometimes if it need not be.
  private static func written(_ field: String, _ delimiter: String, _ random: inout SeededGenerator) -> String
  {
    let isSpecial = field.unicodeScalars.contains {
      $0 == "\n" || $0 == "\r" || delimiter.unicodeScalars.contains($0)
    }
    let mayStand = !isSpecial && !field.hasPrefix("\"")
    guard !mayStand || Bool.random(using: &random) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  private static func readByPython(_ folder: String, count: Int) throws -> [[[String]]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, folder, String(count)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([[[String]]].self, from: output)
  }
}
