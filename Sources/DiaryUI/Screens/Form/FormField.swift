import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// One field of the form: what is typed, and what it means.
struct FormField: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The column with this name.
    case column(String)
    /// Latitude and longitude.
    case position
    case custom(String)
    /// Takes `name=value`, which becomes a field of its own.
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
  /// The text that the form began with; a value whose text was not touched stays exactly as it was.
  let original: String
  /// Why the text cannot be stored.
  var problem: String?

  init(_ kind: Kind, text: String) {
    self.kind = kind
    input = TextInput(text)
    original = text
  }

  /// The name of the user's own field that this is; `nil` for any other.
  var customName: String? { if case .custom(let name) = kind { name } else { nil } }

  var isChanged: Bool { input.text != original }

  var label: String {
    switch kind {
    case .column(let name): column?.label ?? name
    case .position: "Position"
    case .custom(let name): name
    case .newCustom: "More"
    }
  }

  /// What can be typed, shown while the field is empty.
  var example: String {
    switch kind {
    case .column: column?.example ?? ""
    case .position: "52.09, 5.12"
    case .custom: ""
    case .newCustom: "a field of your own: hop=Citra"
    }
  }

  /// The column that the field fills; `nil` for the position and custom fields.
  var column: BeerColumn? { if case .column(let name) = kind { BeerColumn.named(name) } else { nil } }
}

extension FormField {
  /// All fields of a beer, with one to add more.
  static func all(_ fields: BeerFields) -> [FormField] {
    let known = BeerColumn.onScreen.map { (Kind.column($0.name), text($0, of: fields)) }
    let custom = fields.extras.sorted { $0.key < $1.key }.map { (Kind.custom($0.key), $0.value.display) }
    return (known + [(.position, position(fields))] + custom + [(.newCustom, "")]).map {
      FormField($0, text: $1)
    }
  }

  private static func text(_ column: BeerColumn, of fields: BeerFields) -> String {
    switch column.content {
    case .text(let property): fields[keyPath: property] ?? ""
    case .number(let property, _): fields[keyPath: property].map { NumberText.exact($0, decimals: 3) } ?? ""
    case .date(let property): fields[keyPath: property].map { FieldText.dateText($0) } ?? ""
    case .customFields: ""
    }
  }

  private static func position(_ fields: BeerFields) -> String {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return "" }
    return NumberText.exact(latitude, decimals: 6) + ", " + NumberText.exact(longitude, decimals: 6)
  }
}
