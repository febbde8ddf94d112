package import DiaryModel

/// A change of a custom field in every beer that has it, including those in the trash.
package enum CustomFieldChange: Hashable, Sendable {
  /// Gives the field a name that no other field has; it may be another spelling of its own name.
  case rename(to: String)
  /// Moves the values to another field; a beer that has both keeps the preferred value, and is refused without one.
  case merge(into: String, preferring: Preference?)
  /// Removes the field and its values.
  case delete
  /// Gives the values another type, without losing how they are written.
  case retype(ValueType)

  /// Whose value a beer keeps that has both fields.
  package enum Preference: String, Hashable, Sendable, CaseIterable {
    /// The value of the field that is merged and disappears.
    case from
    /// The value of the field that stays.
    case into
  }

  /// A type that values can be given.
  package enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// Text.
    case text
    /// A number, which keeps the digits that were written.
    case number

    /// Returns a value in this type; `nil` if it does not fit.
    ///
    /// The other type has a value that is written in the same way, so that the change can be taken back: `1.50` stays
    /// `1.50`. Arrays and objects are text, as in the list of fields.
    func converting(_ value: JSONValue) -> JSONValue? {
      switch (self, value) {
      case (_, .null), (.text, .text), (.text, .array), (.text, .object): value
      case (.number, .integer), (.number, .number), (.number, .decimal): value
      case (.text, .integer), (.text, .number), (.text, .decimal): .text(value.display)
      case (.number, .text(let text)): JSONValue(number: text)
      case (.text, .boolean), (.number, .boolean), (.number, .array), (.number, .object): nil
      }
    }
  }
}

/// What a change of a custom field does or has done.
package struct CustomFieldReport: Hashable, Sendable {
  /// A beer that keeps the change from being made.
  package struct Refusal: Hashable, Sendable {
    /// The id of the beer.
    package let beer: Int64
    /// The name of the beer; `nil` if it has none.
    package let title: String?
    /// The value of the field.
    package let value: JSONValue
    /// The value with which it conflicts; `nil` if the value does not have the wanted type.
    package let other: JSONValue?
  }

  /// The field's name as the diary spelled it before.
  package internal(set) var name: String
  /// The name of the field that has the values now; `nil` if they were deleted.
  package internal(set) var newName: String?
  /// The number of beers that are changed, including those in the trash.
  package internal(set) var beerCount = 0
  /// How many of them are in the trash.
  package internal(set) var trashCount = 0
  /// Whether no beer has the field, so that only its index is deleted.
  package internal(set) var isOnlyIndex = false
  /// Whether an index is deleted, which undoing the change does not create again.
  package internal(set) var deletesIndex = false
  /// The first beers that keep the change from being made; if there are any, nothing is changed.
  package internal(set) var refusals: [Refusal] = []
  /// The number of all such beers.
  package internal(set) var refusalCount = 0
  /// Whether the log can keep the change, so that it can be undone later.
  package internal(set) var canBeUndone = true
  /// The changes, to undo them from the last to the first; the indexes stay as they are then.
  package internal(set) var changes: [DiaryChange] = []
}
