import DiaryStore
import DiaryUI

/// What the doctor found, in words.
struct FindingText {
  private let finding: Finding

  init(_ finding: Finding) { self.finding = finding }

  var line: String { "\(sentence): \(examples). \(advice)" }

  /// What is wrong, without an end.
  var sentence: String {
    switch finding.ailment {
    case .foreignSchema: "Triggers or views that are not the diary's own"
    case .missingSchema: "Parts of the diary that are not there or changed"
    case .damagedFile: "The file is damaged"
    case .damagedIndex: "An index does not agree with its table"
    case .photoWithoutBeer: "\(count("photo")) of no beer"
    case .imageWithoutPhoto: "\(count("image")) of no photo"
    case .beerWithoutImport: "\(count("beer")) of an import that is not there"
    case .sharedPlaces: "\(count("beer")) with photos that share a place"
    case .imageGone: "\(count("photo")) whose image is gone"
    case .imageOfOtherSize: "\(count("photo")) whose image has another size than was recorded"
    case .imageChanged: "\(count("photo")) whose image is not the one that was added"
    case .externalFileMissing: "\(count("photo")) whose file is not beside the diary"
    case .searchIndex: "The search index does not agree with the beers"
    case .customFields: "\(count("beer")) with custom fields that cannot be read"
    case .beerDate: "\(count("date")) of beers that are none"
    case .photoDate: "\(count("date")) of photos that are none"
    case .range: "\(count("value")) of beers outside their range"
    }
  }

  /// What a repair does, or what to do where none is known.
  var advice: String {
    switch finding.ailment {
    case .foreignSchema: "They could change or remove beers; --repair removes them."
    case .damagedFile: "Keep a copy of the file and restore your last backup."
    case .missingSchema, .damagedIndex, .searchIndex: "--repair makes it anew."
    case .photoWithoutBeer, .imageWithoutPhoto:
      "--repair puts them on a beer named “Photos without a beer”."
    case .beerWithoutImport: "--repair makes them beers of no import."
    case .sharedPlaces: "--repair puts these photos one behind the other."
    case .imageGone: "--repair marks them as missing; `beerdiary adopt` of a backup brings the images back."
    case .imageOfOtherSize, .imageChanged: "Look at them; a backup may have the right ones."
    case .externalFileMissing: "Put the folder .NAME_SUPPORT of the old diary beside it again."
    case .customFields: "--repair keeps their text as one custom field."
    case .beerDate, .range: "--repair moves what was recorded to custom fields."
    case .photoDate: "--repair moves what was recorded to the captions."
    }
  }

  private var examples: String {
    let shown = finding.examples.joined(separator: finding.ailment == .damagedFile ? "; " : ", ")
    return finding.count > finding.examples.count ? shown + ", …" : shown
  }

  private func count(_ noun: String) -> String { NumberText.count(finding.count, noun) }
}
