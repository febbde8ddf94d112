package import DiaryModel
package import Foundation

/// An id that an earlier import may have given a beer.
package struct EarlierID: Hashable, Sendable {
  /// The id without the number of a repetition.
  package let text: String
  /// Whether no other beer can have the id, because it is made of all values or comes from the service itself.
  package let isUnique: Bool

  /// Creates an id.
  package init(_ text: String, isUnique: Bool) {
    self.text = text
    self.isUnique = isUnique
  }
}

/// The id of a row that other rows can have as well, because they may be about different beers.
package struct SharedID: Hashable, Sendable {
  /// The id without the number of a repetition.
  package let text: String
  /// How many rows of the file have the id.
  package let rowCount: Int
  /// The position of the row among the rows with the id and the same values, from 1.
  package var occurrence = 1

  /// Creates the id of a row.
  package init(_ text: String, rowCount: Int) {
    self.text = text
    self.rowCount = rowCount
  }
}

/// The fields by which the beers of a file are distinguished.
package struct IdentifyingFields: Hashable, Sendable {
  /// The names of columns.
  package var columns: [String] = []
  /// The names of custom fields.
  package var customFields: [String] = []

  /// Creates an empty list of fields.
  package init() {}
}

/// How a row repeats another row of its file.
package enum Repetition: Hashable, Sendable {
  /// Both rows are for the same beer, and the other one decides what is imported.
  case superseded
  /// The rows have no id that identifies the beer, and each becomes a beer of its own.
  case separate
}

/// The label of a beer in an export of this program.
package struct ImportedLabel: Hashable, Sendable {
  /// The UUID of the label.
  package let uuid: UUID
  /// Whether the user chose the label for the beer, so that it stays when the beer's name changes.
  package let isChosen: Bool
  /// What the user decided about the label, which an export has at the first beer of the label.
  package let decisions: LabelDecisions

  /// Creates the label of a beer.
  package init(_ uuid: UUID, isChosen: Bool, decisions: LabelDecisions = LabelDecisions()) {
    self.uuid = uuid
    self.isChosen = isChosen
    self.decisions = decisions
  }
}

/// A beer as a file describes it, to be written to a diary.
package struct ImportedBeer: Hashable, Sendable {
  /// The fields without the custom ones: `extras` is always empty.
  package var fields = BeerFields()
  /// The custom fields as a JSON object; `nil` for none.
  ///
  /// They are parsed only when they are needed, as parsing takes longer than storing the beer.
  package var customFieldsJSON: String?
  /// The fields that the row has, even if they are empty; about the others it says nothing.
  package var fileFields = FileFields()
  /// The UUID in an export of this program; otherwise `nil`.
  package var uuid: UUID?
  /// The UUID in a column `uuid` of a file that is not recognized as an export of this program; `nil` if there is none.
  ///
  /// It is that of the beer only if the diary has a beer with it.
  package var possibleUUID: UUID?
  /// The UUID of the beer if it is new, which follows from the row and is the same on each device that imports it; `nil`
  /// for a random one.
  package var rowUUID: UUID?
  /// The label in an export of this program; otherwise `nil`.
  package var label: ImportedLabel?
  /// When the entry was created; `nil` for the time of the import.
  package var createdAt: DiaryDate?
  /// When the entry was last changed; `nil` for the time of the import.
  package var updatedAt: DiaryDate?
  /// When the beer was moved to the trash; `nil` if it is not in the trash.
  package var deletedAt: DiaryDate?
  /// The kind of source, such as `untappd`; `nil` if it is that of the import.
  package var source: String?
  /// The id within the source; `nil` if there is none.
  package var sourceID: String?
  /// The id within the source if other rows can have it as well, and if beers of the diary can be of such rows;
  /// otherwise `nil`.
  ///
  /// Then the number in `sourceID` says nothing about which of these beers the row is about.
  package var sharedID: SharedID?
  /// Ids that earlier imports may have given the beer.
  package var earlierIDs: [EarlierID] = []
  /// The fields that must be equal in a beer with one of `earlierIDs`.
  package var identifyingFields = IdentifyingFields()
  /// `nil` if no other row is for the beer, or if this one decides what is imported.
  package var repetition: Repetition?
  /// The photos that are added to the beer, in their order.
  package var photos: [ImportedPhoto] = []

  /// Creates a beer without values.
  package init() {}

  /// Creates an imported beer with the values of a new beer.
  package init(_ newBeer: NewBeer) {
    fields = newBeer.fields
    if !fields.extras.isEmpty { customFieldsJSON = fields.extras.json }
    fields.extras = [:]
    createdAt = newBeer.createdAt
    source = newBeer.origin?.source
    sourceID = newBeer.origin?.id
  }

  /// The column with the UUIDs of beers in an export of this program.
  package static let uuidColumn = "uuid"

  /// Returns the beer as in an export of this program: with the UUID in its row, and without a custom field that has it.
  func recognized(by uuid: UUID) -> ImportedBeer {
    var beer = self
    beer.uuid = uuid
    beer.rowUUID = nil
    beer.sharedID = nil
    beer.earlierIDs = []
    if let customFieldsJSON {
      var extras = Extras(keeping: customFieldsJSON)
      extras[Self.uuidColumn] = nil
      beer.customFieldsJSON = extras.isEmpty ? nil : extras.json
    }
    return beer
  }

  /// All fields, including the custom ones.
  package var allFields: BeerFields {
    var all = fields
    if let customFieldsJSON { all.extras = Extras(keeping: customFieldsJSON) }
    return all
  }
}
