import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Diary {
  /// Edits the fields of a beer that several devices have.
  func edit(uuid: UUID, _ change: (inout BeerFields) -> Void) throws {
    let beer = try #require(try beer(uuid: uuid)).beer
    var fields = beer.fields
    change(&fields)
    _ = try edit(beer.id, to: fields)
  }
}
