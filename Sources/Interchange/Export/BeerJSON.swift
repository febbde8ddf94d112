package import DiaryModel
package import DiaryStore
package import Foundation

/// Beers as JSON objects, in the one form that all commands and exports have.
///
/// A beer has its ids, the fields in the order of the column table, the metadata of the entry, its label and its photos.
/// Unknown values are `null`. The history of the label follows if the beer has one.
package struct BeerJSON {
  private let columns = ExportedBeer.columnNames
  private let customFields = ExportedBeer.columnNames.firstIndex(of: BeerField.extras.rawValue)

  /// Creates a writer for any number of beers.
  package init() {}

  /// Writes a beer.
  ///
  /// - Parameter files: The photos' files, by the UUIDs of the photos; empty if they were not exported.
  package func write(
    _ beer: ExportedBeer, files: [UUID: ExportedPhoto.File] = [:], to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("id", beer.id)
      json.member("uuid", beer.uuid)
      for (index, value) in beer.values.enumerated() {
        switch value {
        case .text(let text) where index == customFields:
          // Another program may have written anything to the store.
          let fields = Extras.isObject(text) ? text : Extras(keeping: text).json
          json.member(columns[index], json: BeerLabelJSON.adding(beer.label, to: fields))
        case .text(let text): json.member(columns[index], text)
        case .number(let number): json.member(columns[index], number)
        case nil: json.member(columns[index], .null)
        }
      }
      json.key(BeerLabelJSON.name)
      if let label = beer.label { BeerLabelJSON.write(label, to: &json) } else { json.value(.null) }
      json.member("photo_count", Int64(beer.photos.count))
      json.key("photos")
      PhotoJSON.write(beer.photos, files: files, to: &json)
      if let history = beer.history { json.write(history.members) }
    }
  }

  /// Returns a beer as indented JSON with a newline at the end.
  package static func text(_ detail: BeerDetail) -> String {
    var json = JSONWriter(indentation: 2)
    Self().write(ExportedBeer(detail), to: &json)
    return json.text + "\n"
  }

  /// Returns fields of a beer as JSON.
  package static func value(_ fields: BeerFields) -> JSONValue {
    let members: JSONMembers = BeerColumn.all.map { ($0.name, $0.json(of: fields) ?? .null) }
    return JSONValue(members)
  }
}

/// A photo as a JSON object.
package struct PhotoJSON {
  /// The members, in the order to print them.
  package let members: JSONMembers

  /// Creates the object of a photo.
  ///
  /// - Parameters:
  ///   - number: The position among the beer's photos, from 1.
  ///   - path: The photo's file; `nil` to leave it out.
  package init(_ photo: ExportedBeer.Photo, number: Int, path: String? = nil) {
    // An image that was written to a file is not missing, although the diary may not have noticed that it is back.
    let isMissing = photo.isMissing && path == nil
    var members: JSONMembers = [
      ("id", .integer(photo.id)), ("uuid", .text(photo.uuid.text)), ("number", .init(number)),
      ("caption", .init(photo.caption)), ("taken_at", .init(photo.takenAt)), ("format", .init(photo.format)),
      ("width", .init(photo.width)), ("height", .init(photo.height)), ("bytes", .init(photo.byteCount)),
      ("sha256", .init(photo.sha256)), ("is_missing", .boolean(isMissing)),
    ]
    if let path { members.append((key: "path", value: .text(path))) }
    self.members = members
  }

  /// Writes the photos of a beer as an array, in their order.
  ///
  /// - Parameter files: The photos' files, by their UUIDs.
  static func write(
    _ photos: [ExportedBeer.Photo], files: [UUID: ExportedPhoto.File], to json: inout JSONWriter
  ) {
    json.array { json in
      for (index, var photo) in photos.enumerated() {
        json.element()
        let file = files[photo.uuid]
        // That of the file, even if the diary has recorded another one: an import refuses a file with another hash.
        photo.sha256 = file?.sha256 ?? photo.sha256
        let object = PhotoJSON(photo, number: index + 1, path: file?.name)
        json.object { $0.write(object.members) }
      }
    }
  }
}

extension LabelHistory {
  /// How often a beer of the label was had and how it was rated, as members of a JSON object.
  package var members: JSONMembers {
    [
      ("times", .init(times)), ("mean_rating", .init(meanRating)), ("best_rating", .init(bestRating)),
      ("first", .init(first?.text)), ("last", .init(last?.text)),
    ]
  }
}
