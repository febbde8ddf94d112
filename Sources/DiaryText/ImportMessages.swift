import DiaryModel
package import DiaryStore
package import Interchange

/// Sentences about an import, before and after it, on the screen and on the command line.
package enum ImportMessages {
  /// Returns phrases about the rows that add no beer.
  ///
  /// - Parameters:
  ///   - onDuplicate: What the import does with beers that have other values; the option is named only if it has not been
  ///     used.
  ///   - isPlan: Whether nothing was imported yet.
  package static func others(
    _ tally: ImportTally, onDuplicate: ImportPolicy.Duplicate, rejected: Int, isPlan: Bool
  ) -> [String] {
    var parts: [String] = []
    if tally.updated > 0 {
      parts.append(NumberText.count(tally.updated) + (isPlan ? " to update" : " updated"))
    }
    if tally.same > 0 { parts.append("\(NumberText.count(tally.same)) already in the diary") }
    if tally.differing > 0 {
      let advice = onDuplicate == .skip ? " (see --on-duplicate)" : ""
      parts.append("\(NumberText.count(tally.differing)) already in the diary with other values\(advice)")
    }
    if tally.inTrash > 0 { parts.append("\(NumberText.count(tally.inTrash)) of these in the trash") }
    if tally.repeated > 0 { parts.append("\(NumberText.count(tally.repeated)) repeated in the file") }
    if rejected > 0 { parts.append(NumberText.count(rejected, "row") + (isPlan ? " to skip" : " skipped")) }
    return parts
  }

  /// Returns a sentence about what the user decided about labels, if the file has decisions that the diary does not have.
  package static func decisions(_ decisions: NewLabelDecisions) -> [String] {
    let parts = [
      (decisions.mergedCount, "merged"), (decisions.splitCount, "split off"),
      (decisions.editedCount, "edited"),
    ].filter { $0.0 > 0 }.map { "\(NumberText.count($0.0)) \($0.1)" }
    let pairs = decisions.apartCount
    let all = parts + (pairs > 0 ? ["\(NumberText.count(pairs, "pair")) kept apart"] : [])
    return all.isEmpty ? [] : ["Decisions about labels: \(all.joined(separator: ", "))."]
  }

  /// Returns sentences about the imported photos, and files and rows without a match.
  ///
  /// - Parameters:
  ///   - folders: The folders that were searched for images.
  ///   - advice: How to name another folder.
  ///   - countsAdded: Whether to say how many photos were added.
  package static func photos(
    of summary: ImportSummary, folders: [String], advice: String = "see --photos", countsAdded: Bool = true
  ) -> [String] {
    let photos = summary.photos.filter { countsAdded || $0.key != .added }
    let outcomes = outcomes(photos, folders: folders, advice: advice)
    return (outcomes.isEmpty ? [] : [outcomes.joined(separator: ", ") + "."])
      + missing(summary.missingFiles, of: summary.photos[.withoutFile] ?? 0)
      + otherPhotos(summary.tally) + (summary.photoPairing.map(unpaired) ?? [])
  }

  /// Returns a sentence about beers whose photos differ in the file in what an import does not change; none if there are
  /// none.
  package static func otherPhotos(_ tally: ImportTally) -> [String] {
    let count = tally.withOtherPhotos
    if count == 0 { return [] }
    let beers = NumberText.count(count, "beer has", "beers have")
    return ["\(beers) other captions or another order of photos in the file; the diary's stay."]
  }

  private static func outcomes(
    _ photos: [ImportedPhoto.Outcome: Int], folders: [String], advice: String
  ) -> [String] {
    var parts: [String] = []
    if let count = photos[.added] { parts.append("\(NumberText.count(count, "photo")) added") }
    if let count = photos[.known] { parts.append("\(NumberText.count(count, "photo")) already in the diary") }
    if let count = photos[.otherBeer] { parts.append(notMoved(count)) }
    if let count = photos[.otherImage] { parts.append(notReplaced(count)) }
    if let count = photos[.removed] {
      parts.append(
        "\(NumberText.count(count, "photo")) skipped: you have removed \(count == 1 ? "it" : "them")")
    }
    if let count = photos[.withoutFile] {
      parts.append(
        "\(NumberText.count(count, "photo")) without an image: no readable \(count == 1 ? "file" : "files") in "
          + "\(folders.joined(separator: " or ")) (\(advice))")
    }
    if let count = photos[.notExported] {
      parts.append("\(NumberText.count(count, "photo")) skipped: the export has no photo files")
    }
    if let count = photos[.otherFile] {
      let files = count == 1 ? "the file has" : "the files have"
      parts.append("\(NumberText.count(count, "photo")) without an image: \(files) changed after the export")
    }
    if let count = photos[.notAPicture] {
      parts.append("\(NumberText.count(count, "file")) skipped: not a picture of a known format")
    }
    return parts
  }

  private static func notMoved(_ count: Int) -> String {
    "\(NumberText.count(count, "photo")) not moved: the diary has \(count == 1 ? "it" : "them") with another beer"
  }

  private static func notReplaced(_ count: Int) -> String {
    "\(NumberText.count(count, "photo")) not replaced: the diary has \(count == 1 ? "it" : "them") with another image"
  }

  /// Returns sentences about photos that the diary has with other beers or other images than the file, and that would stay
  /// as they are; none if there are none.
  package static func differentPhotos(_ plan: ImportPlan) -> [String] {
    let photos = plan.tally.photos
    return [photos[.otherBeer].map(notMoved), photos[.otherImage].map(notReplaced)]
      .compactMap { $0.map { $0 + "." } }
  }

  /// Returns sentences about the photos found for rows, the first of which says how many, and about files and rows without
  /// a match; none without a photo folder.
  ///
  /// For a Beer Diary export that has photos, the second names missing files.
  package static func photos(of plan: ImportPlan) -> [String] {
    guard let photos = plan.photos else { return exportedPhotos(plan.exportedPhotos) }
    let count = NumberText.count(photos.photoCount, "photo")
    let folder = photos.folder
    return ["Found \(count) of these beers in \(folder)."]
      + unpaired(photos)
  }

  private static func exportedPhotos(_ photos: ExportedPhotoCounts) -> [String] {
    if photos.count == 0 { return [] }
    let count = "\(NumberText.count(photos.found)) of \(NumberText.count(photos.count, "photo"))"
    let folders = photos.folders.joined(separator: " or ")
    return ["Found \(count) of these beers" + (folders.isEmpty ? "." : " in \(folders).")]
      + missing(photos.missingFiles.first, of: photos.missingFiles.count)
  }

  /// Returns a sentence with the first names of files that are missing; none if there are no names.
  private static func missing(_ files: [String], of count: Int) -> [String] {
    if files.isEmpty { return [] }
    let names = files.map { "“\($0)”" }.joined(separator: ", ")
    let more = count > files.count ? " and \(NumberText.count(count - files.count)) more" : ""
    return ["Missing: \(names)\(more)."]
  }

  /// Returns sentences about the links to photos in the file; none if it has no links.
  ///
  /// - Parameter advice: What to do after downloading the photos, as the end of a sentence.
  package static func photoLinks(
    _ counts: ReadCounts, advice: String = "import the file again with --photos"
  ) -> [String] {
    let count = counts.photoLinks
    if count == 0 { return [] }
    let links = count == 1 ? "has a link to a photo" : "have links to photos"
    return [
      "\(NumberText.count(count, "row")) \(links). `beerdiary photo urls` prints the links to those that the diary "
        + "does not have. Download them, and \(advice)."
    ]
  }

  /// Returns sentences about files and rows without a match.
  private static func unpaired(_ pairing: PhotoPairingReport) -> [String] {
    var lines: [String] = []
    let files = pairing.filesWithoutRow
    let rows = pairing.rowsWithoutFile
    if files.count > 0 {
      let verb = files.count == 1 ? "matches" : "match"
      lines.append(
        "\(NumberText.count(files.count, "file")) in \(pairing.folder) \(verb) no row: \(names(files)).")
    }
    if pairing.sharedFiles.count > 0 {
      let them = pairing.sharedFiles.count == 1 ? "it" : "them"
      lines.append("Several rows name \(names(pairing.sharedFiles)), so no beer gets \(them).")
    }
    if rows.count > 0 {
      let verb = rows.count == 1 ? "names" : "name"
      lines.append(
        "\(NumberText.count(rows.count, "row")) \(verb) a photo that is not in \(pairing.folder): \(names(rows))."
      )
    }
    return lines
  }

  /// Returns the first names; only the last component of a link.
  private static func names(_ sample: CountedExamples<String>) -> String {
    let shown = sample.first.prefix(5).map { FilePath($0).name }
    let more = sample.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(NumberText.count(more)) more" : "")
  }

  /// Returns a sentence about values that cannot be read, or only in part, and are kept as custom fields; none if all can
  /// be read.
  package static func keptValues(_ counts: ReadCounts) -> [String] {
    if counts.keptValues == 0 { return [] }
    let kept = counts.keptValues == 1 ? "is kept as a custom field" : "are kept as custom fields"
    return ["\(NumberText.count(counts.keptValues, "value")) cannot be fully read and \(kept)."]
  }

  /// Returns a sentence about beers without a name, with the first of their lines; none if all have one.
  package static func unnamed(_ counts: ReadCounts) -> [String] {
    let count = counts.unnamed.count
    if count == 0 { return [] }
    let verb = count == 1 ? "has" : "have"
    return ["\(NumberText.count(count, "beer")) \(verb) no name (\(list(counts.unnamed, counts)))."]
  }

  /// Returns a sentence about beers whose names look like those of totals or columns, with the first of their lines;
  /// none if there are none.
  package static func unlikely(_ counts: ReadCounts) -> [String] {
    let count = counts.unlikely.count
    if count == 0 { return [] }
    let beers = NumberText.count(count, "beer")
    let lines = list(counts.unlikely, counts)
    let noun = counts.namesPositions ? "beer" : "line"
    return [
      count == 1
        ? "\(beers) looks like a total or a column name (\(lines)). If it is, remove that \(noun) from the file."
        : "\(beers) look like totals or column names (\(lines)). If they are, remove those \(noun)s from the file."
    ]
  }

  /// Returns sentences about rows with fewer fields than the file has columns, with the first of their lines; none if
  /// there are none, or if at least half of the rows are like that, as some programs leave out empty fields at the end.
  package static func shortRows(_ counts: ReadCounts) -> [String] {
    let count = counts.shortRows.count
    if count == 0 || count * 2 >= counts.rows { return [] }
    let rows = NumberText.count(count, "row has", "rows have")
    return [
      "\(rows) fewer fields than the file has columns (\(list(counts.shortRows, counts))). If a field is missing before the "
        + "end, the values after it are in the wrong columns."
    ]
  }

  /// Returns a sentence about beers of an export whose photos have numbers in another order, with the first of their
  /// lines; none if there are none.
  package static func photoNumbers(_ counts: ReadCounts) -> [String] {
    let count = counts.ignoredPhotoNumbers.count
    if count == 0 { return [] }
    let beers = NumberText.count(count, "beer")
    let lines = list(counts.ignoredPhotoNumbers, counts)
    return ["The photo numbers of \(beers) were ignored (\(lines)), because the order of the list counts."]
  }

  /// Lists the first rows, such as `lines 2, 3, 4, 5, 6 and 2 more`, or `beer 17` in a file with several on one line.
  private static func list(_ lines: CountedExamples<Int>, _ counts: ReadCounts) -> String {
    let noun = counts.namesPositions ? "beer" : "line"
    let first = lines.first.map(String.init).joined(separator: ", ")
    let more = lines.count - lines.first.count
    return (lines.count == 1 ? "\(noun) " : "\(noun)s ") + first
      + (more > 0 ? " and \(NumberText.count(more)) more" : "")
  }

  /// Returns a sentence about the rows that were not UTF-8, of which there must be at least one.
  package static func windows1252(_ counts: ReadCounts) -> String {
    let verb = counts.windows1252 == 1 ? "was" : "were"
    let rows = NumberText.count(counts.windows1252, "row")
    return "\(rows) \(verb) not UTF-8 and \(verb) read as Windows-1252."
  }

  /// Returns sentences about values in unusual units or formats.
  ///
  /// - Parameter scaleAdvice: How to read ratings on another scale, as the end of a sentence.
  package static func units(_ analysis: FileAnalysis, scaleAdvice: String) -> [String] {
    let formats = analysis.formats
    let mapping = analysis.mapping
    var lines: [String] = []
    if formats.abvIsFraction {
      let others = formats.abvIsMixed ? " Numbers of 1 or more were read as percent." : ""
      lines.append("ABV was read as a fraction: 0.052 as 5.2%.\(others)")
    } else if formats.abvIsMixed {
      lines.append("ABV was read as percent, but some numbers may be fractions: 0.05 was read as 0.05%.")
    }
    for column in BeerColumn.values where formats.unknownZeros.contains(where: { $0.rawValue == column.name })
    {
      lines.append("\(column.label) 0 was read as unknown because most values in the column are 0.")
    }
    if formats.ratingScale != NumberRange.rating.entered.upperBound, mapping.column(of: .rating) != nil {
      lines.append(
        "Ratings were read on a scale of \(NumberText.exact(formats.ratingScale)). If that is wrong, "
          + "\(scaleAdvice). The original values are kept, too."
      )
    }
    for (column, order) in formats.dateOrders.sorted(by: { $0.key < $1.key }) {
      let name = mapping.header.names[column]
      lines.append("Dates in “\(name)” were read with the \(order == .dayFirst ? "day" : "month") first.")
    }
    for column in formats.serialDateColumns.sorted() {
      let name = mapping.header.names[column]
      lines.append(
        "Dates in “\(name)” were read as numbers of days, as spreadsheets store them: 45292 as 2024-01-01.")
    }
    return lines
  }

  /// Returns sentences about how the file was read.
  ///
  /// - Parameters:
  ///   - repairAdvice: The option that repairs text.
  ///   - scaleAdvice: How to read ratings on another scale, as the end of a sentence.
  package static func readings(
    _ analysis: FileAnalysis, _ counts: ReadCounts, repairAdvice: String = "--repair-text",
    scaleAdvice: String = "use --rating-scale"
  ) -> [String] {
    units(analysis, scaleAdvice: scaleAdvice) + times(analysis, counts) + unnamed(counts) + unlikely(counts)
      + shortRows(counts) + photoNumbers(counts) + keptValues(counts) + repairs(counts, advice: repairAdvice)
      + [identity(analysis)]
      + separateRows(counts)
  }

  /// Returns warnings about unexpected contents, dates that are not read or in the future, and lists that are not read.
  ///
  /// - Parameter mappingAdvice: Returns a sentence about how to say that a column has the dates.
  package static func warnings(
    _ analysis: FileAnalysis, _ counts: ReadCounts, mappingAdvice: (_ column: String) -> String
  ) -> [String] {
    let contents = [analysis.contents.warning].compactMap { $0 }
    let unread = analysis.possibleDateColumn.map { column in
      let name = analysis.mapping.header.names[column]
      return ["No column has the dates; is it “\(name)”? \(mappingAdvice(name))"]
    }
    return contents + (unread ?? []) + futureDates(counts) + unreadLists(analysis.columns)
  }

  private static func futureDates(_ counts: ReadCounts) -> [String] {
    if counts.futureDates == 0 { return [] }
    let verb = counts.futureDates == 1 ? "has a date" : "have dates"
    return ["\(NumberText.count(counts.futureDates, "beer")) \(verb) in the future."]
  }

  /// Returns a sentence for each list of a JSON file that is not read.
  package static func unreadLists(_ columns: FileColumns) -> [String] {
    columns.unreadLists.map { list in
      "The list \(list.shownName) (\(NumberText.count(list.count, "item"))) was not read."
    }
  }

  /// Returns a hint that texts are wrongly decoded, or nothing.
  private static func repairs(_ counts: ReadCounts, advice: String) -> [String] {
    guard let example = counts.repairExample else { return [] }
    let verb = counts.repairableTexts == 1 ? "seems" : "seem"
    return [
      "\(NumberText.count(counts.repairableTexts, "text")) \(verb) to be wrongly decoded, "
        + "such as \(example.text) for \(example.repaired). Use \(advice) to repair that."
    ]
  }

  /// Returns a sentence about the columns that identify rows.
  package static func identity(_ analysis: FileAnalysis) -> String {
    let names = analysis.identity.columns.map { "“\(analysis.mapping.header.names[$0])”" }
    let last = names.last ?? ""
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + last : last
    return "Rows are identified by \(list) when the file is imported again."
  }

  /// Returns a sentence about rows that equal earlier ones.
  private static func separateRows(_ counts: ReadCounts) -> [String] {
    let count = counts.separate
    let names = counts.firstSeparate
    if count == 0 { return [] }
    let are =
      count == 1
      ? "has the same identifying values as an earlier row and is a separate beer"
      : "have the same identifying values as earlier rows and are separate beers"
    let list =
      names.isEmpty ? "" : (count > names.count ? ", such as " : ": ") + names.joined(separator: ", ")
    return ["\(NumberText.count(count, "row")) \(are)\(list)."]
  }

  /// Returns a warning if most beers seem to be in the diary already.
  ///
  /// - Parameter advice: A sentence about what to do if they are the same beers.
  package static func possibleDuplicates(
    _ duplicates: PossibleDuplicates,
    advice: String =
      "If they are the same beers, undo this import or the earlier one (see `beerdiary import list`)."
  ) -> [String] {
    if !duplicates.areMost { return [] }
    let rows =
      "\(NumberText.count(duplicates.count)) of the first \(NumberText.count(duplicates.rows, "row"))"
    return ["\(rows) look like beers that the diary already had. \(advice)"]
  }

  /// Returns sentences about how times were read; none if the file has no times.
  package static func times(_ analysis: FileAnalysis, _ counts: ReadCounts) -> [String] {
    if analysis.dialect == .beerDiary { return [] }
    var lines: [String] = []
    if counts.localTimes > 0 {
      lines.append(
        "\(NumberText.count(counts.localTimes, "beer")) with a time but no time zone: read as local time.")
    }
    if counts.timesGivenZone > 0 {
      let times = analysis.formats.times
      lines.append(
        "\(NumberText.count(counts.timesGivenZone, "beer")) with a time but no time zone: read as "
          + (times == .utc ? "UTC." : "\(times.name) time."))
    }
    let zoned = counts.instants - counts.timesGivenZone
    if zoned > 0 {
      lines.append("\(NumberText.count(zoned, "beer")) with a time and a time zone: shown in your time zone.")
    }
    return lines
  }

  /// Returns `CSV, delimiter: semicolon` or `JSON`.
  package static func format(_ columns: FileColumns) -> String {
    let encoding = columns.isUTF16 ? ", UTF-16" : ""
    return switch columns.syntax {
    case .csv(let format): "CSV, delimiter: \(format.delimiterName)\(encoding)"
    case .json: "JSON\(encoding)"
    }
  }
}

/// Texts about imports.
package enum ImportText {
  /// Returns `3 beers and 2 photos`; without photos if there are none, and without beers if there are only photos.
  ///
  /// - Parameter kind: A word before the first noun, such as `imported`.
  package static func beersAndPhotos(_ beers: Int, _ photos: Int, _ kind: String = "") -> String {
    let kind = kind.isEmpty ? "" : kind + " "
    if beers == 0, photos > 0 { return NumberText.count(photos, kind + "photo") }
    return NumberText.count(beers, kind + "beer")
      + (photos > 0 ? " and " + NumberText.count(photos, "photo") : "")
  }
}
