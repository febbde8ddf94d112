package import Interchange
import Terminal

/// Texts about groups of a file's columns.
package enum ColumnText {
  /// Returns `31 columns become custom fields: hop, malt and 29 more`, with as many names as fit.
  ///
  /// - Parameters:
  ///   - names: One or more.
  ///   - width: In terminal columns.
  package static func group(_ kind: ColumnKind, _ names: [String], width: Int) -> String {
    let count = NumberText.count(names.count, "column")
    let becomes = names.count == 1 ? "becomes a custom field" : "become custom fields"
    let beginning =
      switch kind {
      case .field: "\(count) \(names.count == 1 ? "is a field" : "are fields") of the diary"
      case .customField: "\(count) \(becomes)"
      case .reference: "\(count) with ids or links \(becomes)"
      case .ignored: "\(count) \(names.count == 1 ? "is" : "are") skipped"
      }
    return line(beginning + ": ", names, width) ?? beginning
  }

  /// Returns the line with as many names as fit; `nil` if not even one fits.
  private static func line(_ beginning: String, _ names: [String], _ width: Int) -> String? {
    let all = beginning + names.joined(separator: ", ")
    if all.columns <= width { return all }
    var shown: String?
    var text = beginning
    for (index, name) in names.dropLast().enumerated() {
      text += (index == 0 ? "" : ", ") + name
      let rest = names.count - index - 1
      let line = text + " and \(NumberText.count(rest)) more"
      guard line.columns <= width else { break }
      shown = line
    }
    return shown
  }
}
