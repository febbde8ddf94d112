import DiaryStore
import Foundation

/// Beers as JSON objects, with snake_case keys and `null` for what is not known.
struct BeerJSON {
  private let detail: BeerDetail

  init(_ detail: BeerDetail) { self.detail = detail }

  func write(to json: inout JSONWriter) {
    json.object { json in
      write(identity + tasting + record, to: &json)
      json.key("photos")
      json.array { json in
        for photo in detail.photos {
          json.element()
          json.object { json in write(PhotoJSON(photo).members, to: &json) }
        }
      }
    }
  }

  private typealias Member = PhotoJSON.Member

  private func write(_ members: [Member], to json: inout JSONWriter) {
    for member in members {
      json.key(member.key)
      json.value(member.value)
    }
  }

  private var identity: [Member] {
    let beer = detail.beer
    let fields = beer.fields
    return [
      ("id", .integer(beer.id)), ("uuid", .text(beer.uuid.uuidString.lowercased())),
      ("name", .init(fields.name)),
      ("brewery", .init(fields.brewery)), ("style", .init(fields.style)), ("abv", .init(fields.abv)),
      ("ibu", .init(fields.ibu)),
    ]
  }

  private var tasting: [Member] {
    let fields = detail.beer.fields
    return [
      ("rating", .init(fields.rating)), ("notes", .init(fields.notes)), ("place", .init(fields.place)),
      ("latitude", .init(fields.latitude)), ("longitude", .init(fields.longitude)),
      ("serving", .init(fields.serving)), ("price", .init(fields.price)),
      ("drunk_at", .init(fields.drunkAt?.text)),
    ]
  }

  private var record: [Member] {
    let beer = detail.beer
    return [
      ("created_at", .text(beer.createdAt.text)), ("updated_at", .text(beer.updatedAt.text)),
      ("source", .init(beer.origin?.source)), ("source_id", .init(beer.origin?.id)),
      ("extras", .object(beer.fields.extras)), ("photo_count", .integer(Int64(detail.photos.count))),
    ]
  }
}
