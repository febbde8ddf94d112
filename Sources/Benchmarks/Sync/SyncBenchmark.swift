import DiaryModel
import DiaryStore
import DiarySync
import FixtureStores
import Foundation
import Pictures
import SyncStores
import TestSupport

/// Synchronizing a diary with a folder.
enum SyncBenchmark {
  static let passphrase = "correct horse battery staple"

  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    guard let program = BuiltProgram.beerdiary else {
      note("beerdiary is not built, so synchronizing is not measured")
      return []
    }
    return try FirstSyncFigures(
      program: program, beers: scale.of(100_000, quick: 5_000), photos: scale.of(1_000, quick: 50)
    ).figures()
      + MillionBeerFigures(program: program, beers: scale.of(1_000_000, quick: 20_000)).figures()
      + SegmentFigures(program: program, segments: scale.of(1_000, quick: 50)).figures()
      + CaptureFigures(program: program, beers: scale.of(200_000, quick: 10_000)).figures()
  }

  /// Writes the passphrase to a file for the program, and returns its path.
  static func passphraseFile(in folder: TemporaryFolder) throws -> String {
    let file = folder.file("passphrase")
    try Data(passphrase.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Starts synchronizing a diary, or joins one, with the program.
  static func setUp(
    _ command: String, _ store: String, at location: String, in folder: TemporaryFolder, with program: String
  ) throws {
    _ = try MeasuredChild.program(
      program,
      [
        "sync", command, location, "--store", store, "--passphrase-file", passphraseFile(in: folder),
        "--quiet",
      ])
  }

  /// Makes two empty diaries that are synchronized through a folder.
  ///
  /// Deriving the key from the passphrase, which takes a second and 128 MB, is not measured.
  static func makeEmptyDiaries(
    _ stores: [String], at location: String, in folder: TemporaryFolder, with program: String
  ) throws {
    for (store, command) in zip(stores, ["init", "join"]) {
      try Diary.open(at: store).close()
      try setUp(command, store, at: location, in: folder, with: program)
    }
  }

  /// Synchronizes a diary with the program.
  static func synchronize(_ store: String, with program: String) throws -> MeasuredChild.Measurement {
    try MeasuredChild.program(program, ["sync", "now", "--store", store, "--quiet"])
  }

  /// Returns the size of a file, or of the files in a folder and its folders, in bytes.
  static func byteCount(_ path: String) throws -> Int {
    var total = 0
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      total += Int(status.st_size)
    }
    return total
  }
}

/// The first synchronization of a diary, and joining it with an empty one.
///
/// Both are compared with what cannot be avoided: copying as many bytes, and importing the beers.
private struct FirstSyncFigures {
  private static let photoByteCount = 100_000

  let program: String
  let beers: Int
  let photos: Int

  func figures() throws -> [Figure] {
    let what = "\(beers.grouped) beers and \(photos.grouped) photos"
    note("sync: \(what)")
    let folder = try TemporaryFolder()
    let file = CheckInFile(path: folder.file("untappd.csv"), rowCount: beers)
    try file.write()
    let store = folder.file("diary.sqlite")
    let other = folder.file("other.sqlite")
    let location = folder.file("objects")
    try SyncBenchmark.makeEmptyDiaries([store, other], at: location, in: folder, with: program)
    let imported = try MeasuredChild.importFile(file.path, into: store)
    try addPhotos(to: store)
    let first = try SyncBenchmark.synchronize(store, with: program)
    let copied = try copy(location, to: folder.file("copy"))
    let joined = try SyncBenchmark.synchronize(other, with: program)
    try requireEqual(store, other)
    guard let copied else {
      return [Figure("the first synchronization of \(what)", measured: "rclone is not installed")]
    }
    let target = "`rclone copy` of as many bytes and an import, or less"
    let limit = copied + imported.seconds
    let measured = { (own: MeasuredChild.Measurement) in
      "\(own.seconds.secondsText) against \(copied.secondsText) + \(imported.seconds.secondsText): "
        + "\((own.seconds / limit).text(2)), peak \(own.peakMegabytes.text(0)) MB"
    }
    return [
      .atMost(
        limit, "the first synchronization of \(what)", value: first.seconds, target: target,
        measured: measured(first)),
      .atMost(
        limit, "receiving them in an empty diary", value: joined.seconds, target: target,
        measured: measured(joined)),
    ]
  }

  private func addPhotos(to store: String) throws {
    let diary = try Diary.open(at: store)
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Photographed"))).id
    var random = SeededGenerator(seed: 9)
    var left = photos
    try diary.addPhotos(
      to: beer,
      next: {
        guard left > 0 else { return nil }
        left -= 1
        return MemoryBytes(
          FixtureImage.jpeg(width: 1024, height: 768, byteCount: Self.photoByteCount, using: &random))
      }, onStored: { _ in })
    try diary.close()
  }

  /// Copies a folder with rclone, and returns the seconds; `nil` if it is not installed.
  private func copy(_ folder: String, to copy: String) throws -> Double? {
    let rclone = "/usr/bin/rclone"
    guard FileManager.default.isExecutableFile(atPath: rclone) else { return nil }
    return try MeasuredChild.program(rclone, ["copy", folder, copy]).seconds
  }

  private func requireEqual(_ first: String, _ second: String) throws {
    let counts = try [first, second].map { path in
      let diary = try Diary.openReadOnly(at: path)
      defer { try? diary.close() }
      return try diary.statistics(counting: .beers).beerCount
    }
    guard counts[0] == counts[1] else { throw CocoaError(.fileReadCorruptFile) }
  }
}

/// The memory for a large diary, and what synchronizing adds to its file.
private struct MillionBeerFigures {
  let program: String
  let beers: Int

  func figures() throws -> [Figure] {
    note("sync: \(beers.grouped) beers")
    let folder = try TemporaryFolder()
    let file = CheckInFile(path: folder.file("untappd.csv"), rowCount: beers)
    try file.write()
    let store = folder.file("diary.sqlite")
    let other = folder.file("other.sqlite")
    let location = folder.file("objects")
    try SyncBenchmark.makeEmptyDiaries([store, other], at: location, in: folder, with: program)
    _ = try MeasuredChild.importFile(file.path, into: store)
    unlink(file.path)
    let before = try size(of: store)
    let first = try SyncBenchmark.synchronize(store, with: program)
    let after = try size(of: store)
    let joined = try SyncBenchmark.synchronize(other, with: program)
    let growth = Double(after) / Double(before)
    return [
      .atMost(
        80, "peak memory of the first synchronization, \(beers.grouped) beers", value: first.peakMegabytes,
        target: "80 MB or less", measured: "\(first.peakMegabytes.text(0)) MB in \(first.seconds.secondsText)"
      ),
      .atMost(
        80, "peak memory of receiving them", value: joined.peakMegabytes,
        target: "80 MB or less",
        measured: "\(joined.peakMegabytes.text(0)) MB in \(joined.seconds.secondsText)"),
      Figure(
        "size of a diary of \(beers.grouped) beers, before and after the first synchronization",
        measured: "\(before.bytesText) and \(after.bytesText): \(growth.text(2)) times"),
      Figure(
        "size of its store", measured: try SyncBenchmark.byteCount(location).bytesText),
    ]
  }

  private func size(of store: String) throws -> Int {
    var status = stat()
    guard stat(store, &status) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
    return Int(status.st_size)
  }
}

/// A store with many segments: a synchronization without news, and the bytes of an edit.
private struct SegmentFigures {
  private static let rounds = 9

  let program: String
  let segments: Int

  func figures() throws -> [Figure] {
    note("sync: a folder with \(segments.grouped) segments")
    let folder = try TemporaryFolder()
    let store = folder.file("diary.sqlite")
    let location = folder.file("objects")
    // The program looks for its keys there.
    let keys = NSTemporaryDirectory() + "/beerdiary/sync"
    let diary = try Diary.open(at: store)
    var fields = BeerFields(name: "Orval", brewery: "Brasserie d’Orval")
    let beer = try diary.add(NewBeer(fields: fields)).id
    let session = SyncSession(folder: keys)
    try session.create(
      diary, at: .folder(location), passphrase: SyncBenchmark.passphrase, deviceName: "laptop")
    var sizes: [Int] = []
    for number in 0..<segments {
      let before = try SyncBenchmark.byteCount(location)
      fields.rating = number.isMultiple(of: 2) ? 4 : 4.5
      _ = try diary.edit(beer, to: fields)
      try session.synchronize(diary)
      sizes.append(try SyncBenchmark.byteCount(location) - before)
    }
    let edit = sizes.map(Double.init).median
    try diary.close()
    let times = try (0..<Self.rounds).map { _ in
      try SyncBenchmark.synchronize(store, with: program).seconds
    }
    return [
      .atMost(
        0.3, "a synchronization without news, \(segments.grouped) segments in a folder", value: times.median,
        target: "0.3 s or less", measured: times.median.secondsText),
      .atMost(
        300, "bytes sent for a rating that was changed", value: edit, target: "a median of 300 or less",
        measured: "\(edit.text(0)), at most \(sizes.max() ?? 0)"),
    ]
  }
}

/// What noticing changes costs an import and an edit, in a diary that is synchronized.
private struct CaptureFigures {
  private static let rounds = 3
  private static let edits = 300

  let program: String
  let beers: Int

  func figures() throws -> [Figure] {
    note("sync: imports and edits in diaries with and without synchronization")
    let folder = try TemporaryFolder()
    let file = CheckInFile(path: folder.file("untappd.csv"), rowCount: beers)
    try file.write()
    var imports: (plain: [Double], synced: [Double]) = ([], [])
    var edits: (plain: [Double], synced: [Double]) = ([], [])
    for round in 0..<Self.rounds {
      let plain = folder.file("plain\(round).sqlite")
      let synced = folder.file("synced\(round).sqlite")
      for store in [plain, synced] { try Diary.open(at: store).close() }
      try SyncBenchmark.setUp(
        "init", synced, at: folder.file("objects\(round)"), in: folder, with: program)
      // They take turns, because the disk's speed varies.
      imports.plain.append(try MeasuredChild.importFile(file.path, into: plain).processorSeconds)
      imports.synced.append(try MeasuredChild.importFile(file.path, into: synced).processorSeconds)
      // What was imported counts as sent, so that the edits are of rows that are known.
      _ = try SyncBenchmark.synchronize(synced, with: program)
      edits.plain += try editTimes(plain)
      edits.synced += try editTimes(synced)
    }
    let share = imports.synced.median / imports.plain.median
    let cost = edits.synced.median - edits.plain.median
    return [
      .atMost(
        1.1, "importing \(beers.grouped) check-ins into a synchronized diary, processor time", value: share,
        target: "1.1 times another diary or less",
        measured:
          "\(imports.synced.median.secondsText) against \(imports.plain.median.secondsText): \(share.text(2)) times"
      ),
      .atMost(
        0.3, "saving an edit in a synchronized diary, more than in another one", value: cost,
        target: "0.3 ms or less",
        measured: "\(edits.synced.median.text(2)) ms against \(edits.plain.median.text(2)) ms"),
    ]
  }

  /// Returns the milliseconds of each of many edits.
  private func editTimes(_ store: String) throws -> [Double] {
    let diary = try Diary.open(at: store)
    defer { try? diary.close() }
    while try diary.doBackgroundWork() != nil {}
    return try (0..<Self.edits).map { number in
      let id = Int64(1 + number * (beers / Self.edits))
      guard var fields = try diary.beer(id)?.beer.fields else { throw CocoaError(.fileReadCorruptFile) }
      fields.notes = "Edited \(number)"
      return try ExtrasBenchmark.milliseconds { _ = try diary.edit(id, to: fields) }
    }
  }
}
