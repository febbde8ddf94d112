import DiaryModel
import DiaryStore
import Foundation

/// A beer as a JSON object, with snake_case keys and `null` for unknown values.
struct BeerJSON {
  private let detail: BeerDetail
  private let history: LabelHistory?

  /// Creates the object of a beer.
  ///
  /// - Parameter history: How often and how well the beer's label was had, for a list of labels; otherwise `nil`.
  init(_ detail: BeerDetail, history: LabelHistory? = nil) {
    self.detail = detail
    self.history = history
  }

  /// Indented JSON with a newline at the end.
  var text: String {
    var writer = JSONWriter(indentation: 2)
    write(to: &writer)
    return writer.text + "\n"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.write(identity + fields + record)
      if let history { json.write(LabelJSON.members(of: history)) }
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
    [("id", .integer(detail.beer.id)), ("uuid", .text(detail.beer.uuid.text))]
  }

  private var fields: JSONMembers {
    BeerColumn.values.map { ($0.name, $0.json(of: detail.beer.fields) ?? .null) }
  }

  private var record: JSONMembers {
    let beer = detail.beer
    return [
      ("created_at", .text(beer.createdAt.text)), ("updated_at", .text(beer.updatedAt.text)),
      ("deleted_at", .init(beer.deletedAt?.text)),
      ("source", .init(beer.origin?.source)), ("source_id", .init(beer.origin?.id)),
      ("extras", .object(beer.fields.extras)), ("label", label),
      ("photo_count", .integer(Int64(detail.photos.count))),
    ]
  }

  private var label: JSONValue {
    guard let label = detail.label else { return .null }
    return .object([
      "uuid": .text(label.uuid.text), "times": .integer(Int64(label.times)),
    ])
  }
}
