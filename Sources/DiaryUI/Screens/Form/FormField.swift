import DiaryStore
import Terminal

/// One field of the form: what is typed, and what it means.
struct FormField: Hashable, Sendable {
  enum Kind: Hashable, Sendable, Codable {
    case name, brewery, style, abv, ibu, rating, date, place, serving, price, position, notes
    case custom(String)
    /// Takes `name=value`, which becomes a field of its own.
    case newCustom
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
    case .name: "Name"
    case .brewery: "Brewery"
    case .style: "Style"
    case .abv: "ABV"
    case .ibu: "IBU"
    case .rating: "Rating"
    case .date: "Date"
    case .place: "Place"
    case .serving: "Serving"
    case .price: "Price"
    case .position: "Position"
    case .notes: "Notes"
    case .custom(let name): name
    case .newCustom: "More"
    }
  }

  /// What may be typed, shown while the field is empty.
  var example: String {
    switch kind {
    case .name: "what is on the label"
    case .brewery, .style, .place: ""
    case .abv: "5.2, in percent"
    case .ibu: "27"
    case .rating: "0 to 5; left and right change it"
    case .date: "today, yesterday, 2019-06-01 18:04, 2019-06 or 2019"
    case .serving: "bottle, 33 cl"
    case .price: "€4.50"
    case .position: "52.09, 5.12"
    case .notes: "Ctrl-O opens your editor"
    case .custom: ""
    case .newCustom: "a field of your own: hop=Citra"
    }
  }
}

extension FormField {
  /// All fields of a beer, with one to add more.
  static func all(_ fields: BeerFields) -> [FormField] {
    let known: [(Kind, String)] = [
      (.name, fields.name ?? ""), (.brewery, fields.brewery ?? ""), (.style, fields.style ?? ""),
      (.rating, number(fields.rating)), (.abv, number(fields.abv)), (.ibu, number(fields.ibu)),
      (.date, fields.drunkAt.map { FieldText.dateText($0) } ?? ""), (.place, fields.place ?? ""),
      (.serving, fields.serving ?? ""), (.price, fields.price ?? ""), (.notes, fields.notes ?? ""),
      (.position, position(fields)),
    ]
    let custom = fields.extras.sorted { $0.key < $1.key }.map { (Kind.custom($0.key), $0.value.display) }
    return (known + custom + [(.newCustom, "")]).map { FormField($0, text: $1) }
  }

  private static func number(_ value: Double?) -> String {
    value.map { NumberText.exact($0, decimals: 3) } ?? ""
  }

  private static func position(_ fields: BeerFields) -> String {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return "" }
    return NumberText.exact(latitude, decimals: 6) + ", " + NumberText.exact(longitude, decimals: 6)
  }
}
