import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// One field of the form: its kind and its text.
struct FormField: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The column with this name.
    case column(String)
    /// Latitude and longitude.
    case position
    case custom(String)
    /// Opens the list of custom fields; a pasted `name=value` becomes one.
    case newCustom

    static let name = Kind.column("name")
    static let brewery = Kind.column("brewery")
    static let style = Kind.column("style")
    static let rating = Kind.column("rating")
    static let date = Kind.column("drunk_at")
    static let place = Kind.column("place")
    static let notes = Kind.column("notes")
  }

  let kind: Kind
  var input: TextInput
  /// The text when the form was opened; a value whose text is unchanged is not modified.
  let original: String
  /// The weight of a part of the tasting sheet; `nil` for other fields.
  let weight: Double?
  /// Why the text cannot be saved; `nil` if it can.
  var problem: String?
  /// The text that the field has elsewhere, if the user has changed the field as well; `nil` if there is nothing to decide.
  ///
  /// Empty if the value was removed.
  var otherText: String?
  /// Whether the value was changed elsewhere while the form was open.
  var isChangedElsewhere = false

  init(_ kind: Kind, text: String, weight: Double? = nil) {
    self.kind = kind
    self.weight = weight
    input = TextInput(text)
    original = text
  }

  /// The name of the custom field; `nil` for other fields.
  var customName: String? { if case .custom(let name) = kind { name } else { nil } }

  var isChanged: Bool { input.text != original }

  /// Whether the text can have several lines.
  var takesLines: Bool { kind == .notes }

  /// Which first character replaces the text; `nil` if typing adds to it.
  var prefill: TextInput.Prefill? { kind == .date ? .date : column?.range != nil ? .number : nil }

  /// Whether words are completed instead of the whole value.
  var completesWords: Bool { takesLines || weight != nil }

  /// The name before the text.
  ///
  /// That of a custom field is in quotation marks if a built-in field has the same name. That of a part of the tasting
  /// sheet begins with a capital letter, like those of built-in fields.
  var label: String {
    switch kind {
    case .column(let name): column?.label ?? name
    case .position: "Position"
    case .custom(let name):
      weight == nil ? CustomFieldName.shown(name) : TastingSheet.Part.label(name)
    case .newCustom: "More"
    }
  }

  /// The example or hint that is shown while the field is empty; may be empty.
  var placeholder: String {
    switch kind {
    case .column: column.map { $0.example.isEmpty ? $0.hint : "for example \($0.example)" } ?? ""
    case .position: "for example 52.09, 5.12"
    case .custom:
      weight.map { $0 > 0 ? "\(NumberRange.rating.enteredBounds), words: 4 citrus, pine" : "words" } ?? ""
    case .newCustom: "custom field…"
    }
  }

  /// The column of the field; `nil` for the position and custom fields.
  var column: BeerColumn? { if case .column(let name) = kind { BeerColumn.named(name) } else { nil } }
}

extension FormField {
  /// Returns all fields of a beer, and one for another custom field; the tasting sheet's parts are before the rating.
  static func all(_ fields: BeerFields, in timeZone: TimeZone, sheet: TastingSheet? = nil) -> [FormField] {
    let parts = (sheet?.parts ?? []).map { part in
      let name = CustomFieldName.spelled(part.name, like: fields.extras.keys)
      return FormField(.custom(name), text: fields.extras[name]?.display ?? "", weight: part.weight)
    }
    var all = BeerColumn.onScreen.map {
      FormField(.column($0.name), text: text($0, of: fields, in: timeZone))
    }
    let custom = fields.extras.sorted { $0.key < $1.key }
      .map { FormField(.custom($0.key), text: $0.value.display) }
      .filter { field in !parts.contains { $0.kind == field.kind } }
    all.insert(contentsOf: parts, at: all.firstIndex { $0.kind == .rating } ?? all.endIndex)
    all.append(FormField(.position, text: position(fields)))
    return all + custom + [FormField(.newCustom, text: "")]
  }

  private static func text(_ column: BeerColumn, of fields: BeerFields, in timeZone: TimeZone) -> String {
    switch column.content {
    case .text(let property): fields[keyPath: property] ?? ""
    case .number(let property, _): fields[keyPath: property].map { NumberText.exact($0, decimals: 3) } ?? ""
    case .date(let property): fields[keyPath: property].map { FieldText.dateText($0, in: timeZone) } ?? ""
    case .customFields: ""
    }
  }

  private static func position(_ fields: BeerFields) -> String {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return "" }
    return NumberText.exact(latitude, decimals: 6) + ", " + NumberText.exact(longitude, decimals: 6)
  }
}
