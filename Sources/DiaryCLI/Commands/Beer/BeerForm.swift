import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Settings
import TOMLKit

/// A beer as a small TOML file, which the user edits.
///
/// What the user does not change stays exactly as it is, also a value that the form cannot show exactly.
struct BeerForm {
  /// What is wrong with an edited form.
  struct Mistake: Error {
    /// From 1; `nil` if it is not known.
    let line: Int?
    /// Without a full stop, but with a question mark if it ends with a question.
    let text: String

    /// What is wrong, for the user, with the line.
    var sentence: String { (line.map { "Line \($0): " } ?? "") + text + (text.hasSuffix("?") ? "" : ".") }
  }

  private static let extraKey = "extra"
  private static let positionKey = "position"
  private static let notesKey = "notes"

  private let fields: BeerFields
  private let heading: String
  private let customFields: [CustomField]
  private let today: DiaryDate?
  private let dateFormat: DateText.Format
  private let timeZone: TimeZone

  /// Creates the form of a beer.
  ///
  /// - Parameters:
  ///   - customFields: The custom fields of the diary, whose spelling and type are kept.
  ///   - today: The day that relative dates count from; `nil` if it is not known.
  ///   - dateFormat: How the user writes dates in digits.
  ///   - timeZone: The time zone in which an instant is shown.
  init(
    _ beer: BeerDetail, customFields: [CustomField], today: DiaryDate?, dateFormat: DateText.Format = .words,
    timeZone: TimeZone = .current
  ) {
    fields = beer.beer.fields
    heading = beer.title.capitalizedFirst
    self.customFields = customFields
    self.today = today
    self.dateFormat = dateFormat
    self.timeZone = timeZone
  }

  /// The columns with a line of their own, the one with several lines last.
  private static var columns: [BeerColumn] {
    let all = BeerColumn.onScreen
    return all.filter { $0.name != notesKey } + all.filter { $0.name == notesKey }
  }

  /// The name of a column in the form: that of its option.
  private static func key(_ column: BeerColumn) -> String {
    if case .date = column.content { "date" } else { column.name }
  }
}

// MARK: - Writing

extension BeerForm {
  /// The text that the user edits.
  var text: String {
    var lines = [
      "# \(heading.safeForComment). Save the file and leave the editor to change the beer.",
      "# To clear a field, leave \"\" or remove its line.", "",
    ]
    for column in Self.columns where column.name != Self.notesKey { lines.append(line(of: column)) }
    lines.append(
      Self.line(Self.positionKey, TOMLText.string(positionText), "latitude,longitude in degrees: 52.09,5.12"))
    if BeerColumn.named(Self.notesKey) != nil {
      lines.append(Self.notesKey + " = " + TOMLText.paragraphs(fields.notes ?? ""))
    }
    lines += ["", "# Fields of your own: hop = \"Citra\", \"bottle number\" = 12, organic = true"]
    lines.append("[\(Self.extraKey)]")
    for (name, value) in fields.extras.sorted(by: { $0.key < $1.key }) {
      if let written = TOMLText.value(value) {
        lines.append("\(TOMLText.key(name)) = \(written)")
      } else {
        lines.append("# \(name.safeForComment) stays as it is: \(value.display.safeForComment)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(of column: BeerColumn) -> String {
    var value = "\"\""
    var comment = ""
    switch column.content {
    case .text(let property):
      value = TOMLText.string(fields[keyPath: property] ?? "")
      comment = column.example
    case .number(let property, let range):
      if let number = fields[keyPath: property] { value = JSONValue.number(number).display }
      comment = "\(range.enteredBounds) \(range.unit)"
    case .date(let property):
      value = TOMLText.string(fields[keyPath: property].map { FieldText.dateText($0, in: timeZone) } ?? "")
      comment = column.hint
    case .customFields: break
    }
    let key = Self.key(column)
    let label = column.label.lowercased() == key ? "" : column.label.lowercased()
    return Self.line(key, value, [label, comment].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  private static func line(_ key: String, _ value: String, _ comment: String) -> String {
    "\(key) = \(value)" + (comment.isEmpty ? "" : "  # \(comment)")
  }

  /// Latitude and longitude as they are typed; empty if one of them is not known.
  private var positionText: String {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return "" }
    return TypedNumber.text(latitude) + "," + TypedNumber.text(longitude)
  }
}

// MARK: - Reading

extension BeerForm {
  /// Returns the fields of an edited form.
  ///
  /// - Throws: The first mistake.
  func read(_ edited: String) throws(Mistake) -> BeerFields {
    // Some editors end lines as Windows does.
    let edited = edited.replacing("\r\n", with: "\n")
    try refuseNULs(edited)
    let positions = SourcePositions(edited)
    let shown = try Values(text, SourcePositions(text))
    let values = try Values(edited, positions)
    try refuseUnknownNames(values, positions)
    var fields = fields
    for column in Self.columns {
      let key = Self.key(column)
      guard values.fields[key] != shown.fields[key] else { continue }
      try set(key, column.label, values, positions) { text throws(FieldProblem) in
        try FieldText.set(column, to: text, in: &fields, today: today, format: dateFormat)
      }
    }
    if values.fields[Self.positionKey] != shown.fields[Self.positionKey] {
      try set(Self.positionKey, "Position", values, positions) { text throws(FieldProblem) in
        (fields.latitude, fields.longitude) = try FieldText.position(text)
      }
    }
    if fields.name == nil, self.fields.name != nil {
      throw Mistake(line: positions[["name"]]?.line, text: "A beer needs a name")
    }
    try refuseRepeatedNames(values.extras, shown.extras, positions)
    try setExtras(values.extras, shown.extras, in: &fields, positions)
    return fields
  }

  /// Refuses the escape of a NUL, at which the parser would end a text.
  private func refuseNULs(_ edited: String) throws(Mistake) {
    // Lines of the form itself have it only in a comment about a value that has no line.
    let shown = Set(text.split(separator: "\n"))
    let lines = edited.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !shown.contains(line) {
      // Each escape is matched as a whole, so that `\\u0000` is a backslash and text.
      let escapes = line.matches(of: #/\\(u0000|U00000000|.)/#.matchingSemantics(.unicodeScalar))
      guard let escape = escapes.first(where: { $0.1.utf8.count > 4 }) else { continue }
      throw Mistake(
        line: index + 1, text: "\(escape.0) stands for a NUL character, which a text cannot have")
    }
  }

  private func refuseUnknownNames(_ values: Values, _ positions: SourcePositions) throws(Mistake) {
    let known = Self.columns.map(Self.key) + [Self.positionKey]
    for name in positions.inOrder(values.fields.keys) where !known.contains(name) {
      let advice =
        Spelling.nearest(to: name, among: known).map { "Did you mean “\($0)”?" }
        ?? "Write fields of your own below [\(Self.extraKey)]"
      throw Mistake(line: positions[[name]]?.line, text: "There is no field “\(name)”. \(advice)")
    }
  }

  /// Sets a field to the text of its value, which `body` reads.
  private func set(
    _ key: String, _ label: String, _ values: Values, _ positions: SourcePositions,
    _ body: (String?) throws(FieldProblem) -> Void
  ) throws(Mistake) {
    var text = values.fields[key]?.display ?? ""
    // The form ends the notes with a newline, so that the quotation marks are on a line of their own.
    if key == Self.notesKey, text.hasSuffix("\n") { text.removeLast() }
    do throws(FieldProblem) { try body(BeerText.readable(text)) } catch {
      throw Mistake(
        line: positions[[key]]?.line, text: "\(label) requires \(error.text), not “\(text.safeForComment)”")
    }
  }

  /// Refuses a new spelling of a custom field that the form has as well, because one of the values would be lost.
  ///
  /// Spellings that the beer already had stay.
  private func refuseRepeatedNames(
    _ edited: Extras, _ shown: Extras, _ positions: SourcePositions
  ) throws(Mistake) {
    func line(_ name: String) -> Int { positions[[Self.extraKey, name]]?.line ?? 0 }
    for name in edited.keys.sorted() where shown[name] == nil {
      let same = edited.keys.filter { FilterKeyword.areSame($0, name) }
      let spellings = same.sorted { (line($0), $0) < (line($1), $1) }
      guard spellings.count > 1, let first = spellings.first, let last = spellings.last else { continue }
      throw Mistake(
        line: positions[[Self.extraKey, last]]?.line,
        text: "“\(last.safeForComment)” is the same field as “\(first.safeForComment)”. Keep one of them")
    }
  }

  private func setExtras(
    _ edited: Extras, _ shown: Extras, in fields: inout BeerFields, _ positions: SourcePositions
  ) throws(Mistake) {
    for name in shown.keys where edited[name] == nil { fields.extras[name] = nil }
    for (name, value) in edited.sorted(by: { $0.key < $1.key }) where shown[name] != value {
      let known = Array(fields.extras.keys) + customFields.map(\.name)
      let spelled = shown[name] == nil ? CustomFieldName.spelled(name, like: known) : name
      let fieldName = FilterKeyword.fieldName(name, customFields: known)
      if fields.extras[spelled] == nil, let field = CustomFieldName.builtInField(named: fieldName) {
        throw Mistake(
          line: positions[[Self.extraKey, name]]?.line,
          text: "\(field) is a field of every beer. Write it above [\(Self.extraKey)]")
      }
      let example = fields.extras[spelled] ?? customFields.first { $0.name == spelled }?.kind.example
      guard case .text(let text) = value, let example else {
        fields.extras[spelled] = value == .text("") ? nil : value
        continue
      }
      fields.extras[spelled] = BeerText.readable(text).map { FieldText.value($0, like: example) }
    }
  }
}

extension BeerForm {
  /// The values of a form as they are written.
  private struct Values {
    var fields: [String: JSONValue] = [:]
    var extras: Extras = [:]

    init(_ text: String, _ positions: SourcePositions) throws(Mistake) {
      let table = try Self.table(text)
      // The first mistake is reported.
      for key in positions.inOrder(table.keys) {
        guard let value = table[key] else { continue }
        if key == BeerForm.extraKey, let table = value.table {
          for name in positions.inOrder(table.keys, in: [key]) {
            extras[name] = try Self.scalar(table[name], [key, name], positions)
          }
        } else {
          fields[key] = try Self.scalar(value, [key], positions)
        }
      }
    }

    private static func table(_ text: String) throws(Mistake) -> TOMLTable {
      do {
        return try TOMLTable(string: text)
      } catch let error as TOMLParseError {
        var reason = error.description.replacing("\n", with: " ")
        while reason.hasSuffix(".") { reason.removeLast() }
        throw Mistake(line: error.source.begin.line, text: "This is not TOML (\(reason))")
      } catch {
        throw Mistake(line: nil, text: "The file is not TOML")
      }
    }

    private static func scalar(
      _ value: (any TOMLValueConvertible)?, _ path: [String], _ positions: SourcePositions
    ) throws(Mistake) -> JSONValue? {
      guard let value else { return nil }
      if let text = value.string { return .text(text) }
      if let flag = value.bool { return .boolean(flag) }
      if let number = value.int { return .integer(Int64(number)) }
      if let number = value.double, number.isFinite { return .number(number) }
      if let date = value.date { return .text(text(date)) }
      if let moment = value.dateTime, moment.offset == nil {
        return .text("\(text(moment.date))T\(text(moment.time))")
      }
      let form = "Write text in quotation marks, a number, true or false"
      throw Mistake(
        line: positions[path]?.line, text: "\(path.last ?? "") has a value that cannot be read. \(form)")
    }

    private static func text(_ date: TOMLDate) -> String {
      "\(NumberText.padded(date.year, to: 4))-\(NumberText.padded(date.month))-\(NumberText.padded(date.day))"
    }

    private static func text(_ time: TOMLTime) -> String {
      [time.hour, time.minute, time.second].map { NumberText.padded($0) }.joined(separator: ":")
    }
  }
}

/// Writes values as TOML.
///
/// Source: TOML v1.0.0, https://toml.io/en/v1.0.0.
private enum TOMLText {
  /// Returns the name before an equals sign.
  static func key(_ name: String) -> String {
    let isBare =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    return isBare ? name : string(name)
  }

  /// Returns the value of a custom field; `nil` for one that has no line: `null`, an array or an object.
  static func value(_ value: JSONValue) -> String? {
    switch value {
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .text(let text), .decimal(let text): string(text)
    case .null, .array, .object: nil
    }
  }

  /// Returns text on one line.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0 == "\"" ? "\\\"" : escaped($0) }.joined() + "\""
  }

  /// Returns text with its line breaks, which ends with a newline unless it is empty.
  static func paragraphs(_ text: String) -> String {
    var written = "\"\"\"\n"
    var quoteCount = 0
    for scalar in text.unicodeScalars {
      quoteCount = scalar == "\"" ? quoteCount + 1 : 0
      // Three quotation marks would end the text.
      if scalar == "\n" {
        written += "\n"
      } else {
        written += quoteCount == 3 ? "\\\"" : escaped(scalar)
      }
      if quoteCount == 3 { quoteCount = 0 }
    }
    return written + (text.isEmpty ? "" : "\n") + "\"\"\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(Character(scalar)) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension String {
  /// The text on one line, without control characters.
  fileprivate var safeForComment: String {
    String(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
  }
}
