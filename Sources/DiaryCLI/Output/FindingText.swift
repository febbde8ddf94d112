import DiaryStore
import DiaryText
import DiaryUpkeep

/// What the doctor found, in words.
struct FindingText {
  private let finding: Finding
  private let path: String

  /// - Parameter path: The diary's file.
  init(_ finding: Finding, of path: String) { (self.finding, self.path) = (finding, path) }

  var line: String { "\(sentence): \(examples). \(advice)" }

  /// What is wrong, without an end.
  var sentence: String {
    switch finding.kind {
    case .foreignSchema: "Triggers, views or unique indexes that this program did not create"
    case .foreignTable: "Tables that this program did not create refer to its rows"
    case .missingSchema: "Missing or changed indexes, triggers or views"
    case .damagedFile: "The file is damaged"
    case .damagedIndex: "An index does not agree with its table"
    case .photoWithoutBeer: "\(count("photo")) of no beer"
    case .imageWithoutPhoto: "\(count("image")) of no photo"
    case .beerWithoutImport: "\(count("beer")) of an import that is not there"
    case .duplicatePhotoPositions: "\(count("beer")) with photos that share a place"
    case .imageGone: "\(count("photo")) whose image is gone"
    case .imageMissing: "\(count("photo")) without an image"
    case .imageOfOtherSize: "\(count("photo")) whose image has another size than was recorded"
    case .imageChanged: "\(count("photo")) whose image is not the one that was added"
    case .externalFileMissing: "\(count("photo")) whose file is not beside the diary, or not whole"
    case .searchIndex: "The search index does not agree with the beers"
    case .customFields: "\(count("beer")) with custom fields that cannot be read"
    case .beerDate: "\(count("date")) of beers that are none"
    case .photoDate: "\(count("date")) of photos that are none"
    case .range: "\(count("value")) of beers outside their range"
    case .importedTimes: "\(count("beer")) from Untappd with times that may be local but were read as UTC"
    }
  }

  /// What a repair does, or what to do where none is known.
  var advice: String {
    switch finding.kind {
    case .foreignSchema: "They could change, remove or refuse beers; --repair removes them."
    case .foreignTable: "They can keep the trash from being emptied; --repair leaves them, as they hold data."
    case .damagedFile:
      """
      --repair cannot repair damaged pages. Keep a copy of the file and restore your last backup; what can still be \
      read is saved by `beerdiary export`.
      """
    case .missingSchema, .damagedIndex, .searchIndex: "--repair recreates it."
    case .photoWithoutBeer, .imageWithoutPhoto:
      "--repair puts them on a beer named “Photos without a beer”."
    case .beerWithoutImport: "--repair makes them beers of no import."
    case .duplicatePhotoPositions: "--repair puts these photos one behind the other."
    case .imageGone: "--repair marks them as missing; `beerdiary adopt` of a backup brings the images back."
    case .imageMissing:
      "Import the export with its photos again, or use `beerdiary adopt` with a backup that has the images."
    case .imageOfOtherSize, .imageChanged: "Look at them; a backup may have the right ones."
    case .externalFileMissing: "Put the old diary's images back into \(Diary.imageFolder(ofStoreAt: path))."
    case .customFields: "--repair keeps their text as one custom field."
    case .beerDate, .range: "--repair moves what was recorded to custom fields."
    case .importedTimes: "--repair shows what making them local would change, and asks for each import."
    case .photoDate: "--repair moves what was recorded to the captions."
    }
  }

  private var examples: String {
    let shown = finding.examples.joined(separator: finding.kind == .damagedFile ? "; " : ", ")
    return finding.count > finding.examples.count ? shown + ", …" : shown
  }

  private func count(_ noun: String) -> String { NumberText.count(finding.count, noun) }
}
