import DiaryStore
import DiaryText
import DiaryUpkeep

/// Describes a finding of the doctor.
struct FindingText {
  private let finding: Finding
  private let path: String
  private let isSynchronized: Bool

  /// Creates the description of a finding in a diary.
  ///
  /// - Parameters:
  ///   - path: The diary's file.
  ///   - isSynchronized: Whether other devices may have what the diary lacks.
  init(_ finding: Finding, of path: String, isSynchronized: Bool) {
    self.finding = finding
    self.path = path
    self.isSynchronized = isSynchronized
  }

  var line: String {
    // The example of a store that cannot be read is a sentence.
    "\(sentence): \(examples)\(examples.hasSuffix(".") ? "" : ".") \(advice)"
  }

  /// What is wrong, without a full stop.
  var sentence: String {
    switch finding.kind {
    case .unexpectedSchemaObjects: "Triggers, views or unique indexes that this program did not create"
    case .unexpectedTable: "Tables that this program did not create refer to its rows"
    case .missingSchema: "Missing or changed indexes, triggers or views"
    case .damagedFile: "The file is damaged"
    case .damagedIndex: "An index does not match its table"
    case .photoWithoutBeer: "\(count("orphaned photo"))"
    case .imageWithoutPhoto: "\(count("orphaned image"))"
    case .beerWithoutImport: "\(count("beer")) with a missing import"
    case .beerWithoutLabel: "\(count("beer")) with a missing label"
    case .duplicatePhotoPositions: "\(count("beer")) with several photos in the same position"
    case .imageGone: "\(count("photo")) with a lost image"
    case .imageMissing: "\(count("photo")) without an image"
    case .imageOfOtherSize: "\(count("photo")) with an image of the wrong size"
    case .imageChanged: "\(count("photo")) with a changed image"
    case .externalFileMissing:
      "\(count("photo")) whose file next to the diary is missing, incomplete or too large"
    case .searchIndex: "The search index does not match the beers"
    case .customFields: "\(count("beer")) with unreadable custom fields"
    case .beerDate: "\(count("invalid date")) of beers"
    case .photoDate: "\(count("invalid date")) of photos"
    case .range: "\(count("value")) of beers out of range"
    case .syncKeys: "The keys for synchronizing are missing or unreadable"
    case .exposedSyncKeys: "Other users can read the keys for synchronizing"
    case .syncStore: "The store for synchronizing cannot be used"
    case .lostSyncObjects: "Missing or damaged files in the store for synchronizing"
    case .unusableSyncObjects:
      "Damaged or incomplete files in the store for synchronizing, whose changes have not arrived"
    case .unsentBeers: "\(count("beer")) that other devices would never get"
    case .importedTimes: "\(count("beer")) from Untappd with local times that may have been read as UTC"
    }
  }

  /// What a repair does, or what to do if there is none.
  var advice: String {
    switch finding.kind {
    case .unexpectedSchemaObjects: "They could change, delete or reject beers. --repair removes them."
    case .unexpectedTable:
      "They can prevent emptying the trash. --repair keeps them because they contain data."
    case .damagedFile:
      """
      --repair cannot repair damaged pages. Keep a copy of the file and restore your last backup. To save what can \
      still be read, use `beerdiary export`.
      """
    case .missingSchema, .damagedIndex, .searchIndex: "--repair recreates it."
    case .photoWithoutBeer, .imageWithoutPhoto:
      "--repair adds them to a beer named “Photos without a beer”."
    case .beerWithoutImport: "--repair keeps the beers without an import."
    case .beerWithoutLabel: "--repair gives each beer the label of its name."
    case .duplicatePhotoPositions: "--repair gives each photo its own position."
    case .imageGone:
      "--repair marks them as missing. To restore the images, use `beerdiary adopt` with a backup."
    case .imageMissing:
      (isSynchronized ? "\(SyncText.sourceOfImages(finding.count)). If none has, import" : "Import")
        + " the export with its photos again, or use `beerdiary adopt` with a backup that has the images."
    case .imageOfOtherSize, .imageChanged: "Check the photos. A backup may have the original images."
    case .externalFileMissing:
      "Copy the images of the old diary to \(Diary.externalImageFolder(ofStoreAt: path)). Images of 1 GB or more stay there."
    case .customFields: "--repair keeps their text as one custom field."
    case .beerDate, .range: "--repair moves the recorded values to custom fields."
    case .importedTimes: "--repair shows the change to local times, and asks for each import."
    case .syncKeys: "Continue as a new device with `beerdiary sync join`; no change is lost."
    case .exposedSyncKeys: "--repair lets only you read them."
    case .syncStore: "Your changes stay on this device until it can be used."
    case .lostSyncObjects:
      "Without them, no device can join. To store them again, use `beerdiary sync repair`."
    case .unusableSyncObjects:
      """
      If the next synchronization does not change this, use `beerdiary sync repair`, also on the other devices. If that \
      does not help, move the files out of the store, and synchronize again.
      """
    case .unsentBeers: "--repair sends them with the next synchronization."
    case .photoDate: "--repair moves the recorded values to the captions."
    }
  }

  private var examples: String {
    let shown = finding.examples.joined(separator: finding.kind == .damagedFile ? "; " : ", ")
    return finding.count > finding.examples.count ? shown + ", …" : shown
  }

  private func count(_ noun: String) -> String { NumberText.count(finding.count, noun) }
}
