package import Foundation

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
  package var earlierIDs: [String] = []
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
