import DiaryStore
import Foundation

/// Beers as JSON objects, with snake_case keys and `null` for what is not known.
struct BeerJSON {
  private let detail: BeerDetail

  init(_ detail: BeerDetail) { self.detail = detail }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.write(identity + tasting + record)
      json.key("photos")
      json.array { json in
        for photo in detail.photos {
          json.element()
          json.object { $0.write(PhotoJSON(photo).members) }
        }
      }
    }
  }

  private var identity: JSONMembers {
    let beer = detail.beer
    let fields = beer.fields
    return [
      ("id", .integer(beer.id)), ("uuid", .text(beer.uuid.uuidString.lowercased())),
      ("name", .init(fields.name)),
      ("brewery", .init(fields.brewery)), ("style", .init(fields.style)), ("abv", .init(fields.abv)),
      ("ibu", .init(fields.ibu)),
    ]
  }

  private var tasting: JSONMembers {
    let fields = detail.beer.fields
    return [
      ("rating", .init(fields.rating)), ("notes", .init(fields.notes)), ("place", .init(fields.place)),
      ("latitude", .init(fields.latitude)), ("longitude", .init(fields.longitude)),
      ("serving", .init(fields.serving)), ("price", .init(fields.price)),
      ("drunk_at", .init(fields.drunkAt?.text)),
    ]
  }

  private var record: JSONMembers {
    let beer = detail.beer
    return [
      ("created_at", .text(beer.createdAt.text)), ("updated_at", .text(beer.updatedAt.text)),
      ("source", .init(beer.origin?.source)), ("source_id", .init(beer.origin?.id)),
      ("extras", .object(beer.fields.extras)), ("photo_count", .integer(Int64(detail.photos.count))),
    ]
  }
}
