package import DiaryModel
package import Foundation

/// An id that an earlier import may have given a beer.
package struct EarlierID: Hashable, Sendable {
  /// The id without the number of a repetition.
  package let text: String
  /// Whether no other beer can have it, as it is made of all values or comes from the service itself.
  package let isUnique: Bool

  package init(_ text: String, isUnique: Bool) {
    self.text = text
    self.isUnique = isUnique
  }
}

/// The fields by which a file tells its beers apart.
package struct IdentifyingFields: Hashable, Sendable {
  /// The names of columns.
  package var columns: [String] = []
  /// The names of custom fields.
  package var customFields: [String] = []

  package init() {}
}

/// How a row is about the same beer as another row of its file.
package enum Repetition: Hashable, Sendable {
  /// The other row decides what is imported.
  case decidedByOther
  /// The rows have no id that says so, and each becomes a beer of its own.
  case separate
}

/// A beer on its way into a diary, as a file describes it.
package struct ImportedBeer: Hashable, Sendable {
  /// The fields without the custom ones.
  package var fields = BeerFields()
  /// The custom fields as a JSON object; `nil` for none.
  ///
  /// They stay text until they are needed: parsing them takes longer than storing the beer.
  package var customFields: String?
  package var uuid: UUID?
  package var createdAt: DiaryDate?
  package var updatedAt: DiaryDate?
  package var deletedAt: DiaryDate?
  /// The kind of source; `nil` if it is the import's own.
  package var source: String?
  /// The id within the source.
  package var sourceID: String?
  /// Ids that earlier imports may have given the beer.
  package var earlierIDs: [EarlierID] = []
  /// The columns and custom fields in which a beer with such an id must agree.
  package var identifyingFields = IdentifyingFields()
  /// `nil` if no other row is about the beer, or if this one decides what is imported.
  package var repetition: Repetition?
  /// The photos that are added to the beer, in their order.
  package var photos: [ImportedPhoto] = []

  package init() {}

  package init(_ draft: BeerDraft) {
    fields = draft.fields
    if !fields.extras.isEmpty { customFields = fields.extras.json }
    fields.extras = [:]
    createdAt = draft.createdAt
    source = draft.origin?.source
    sourceID = draft.origin?.id
  }

  /// All fields, as they will be in the diary.
  package var allFields: BeerFields {
    var all = fields
    if let customFields { all.extras = Extras(keeping: customFields) }
    return all
  }
}
