import DiaryModel
import DiaryStore
import Foundation

/// Beers as JSON objects: an array of them, or one on each line.
struct JSONBeerWriter: BeerWriter {
  private let isLines: Bool
  private let beers = BeerJSON()
  private var json = JSONWriter()
  private var isFirst = true

  init(isLines: Bool) { self.isLines = isLines }

  var beginning: [UInt8] { isLines ? [] : Array("[".utf8) }
  var ending: [UInt8] { isLines ? [] : Array("\n]\n".utf8) }

  mutating func append(_ beer: ExportedBeer, files: [UUID: ExportedPhoto.File], to bytes: inout [UInt8])
    -> Bool
  {
    if !isLines { bytes += isFirst ? "\n".utf8 : ",\n".utf8 }
    isFirst = false
    beers.write(beer, files: files, to: &json)
    json.move(to: &bytes)
    if isLines { bytes.append(UInt8(ascii: "\n")) }
    return true
  }
}
