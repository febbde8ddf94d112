import DiaryModel
import DiaryProcess

/// Prints a JSON array with one element on each line.
struct JSONLines {
  private let console: Console
  private var isEmpty = true

  init(on console: Console) { self.console = console }

  /// Prints the next element.
  mutating func write(_ element: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    element(&json)
    console.write((isEmpty ? "[\n" : ",\n") + json.text)
    isEmpty = false
  }

  /// Prints the end of the array.
  func end() { console.write(isEmpty ? "[]\n" : "\n]\n") }
}
