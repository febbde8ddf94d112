import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport

/// Adding photos to a diary, and a beer with very many photos.
enum PhotoStoreBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    try [PhotoWriterFigures(photoCount: scale.of(500, quick: 40)).figure()]
      + PhotoOrderFigures(photoCount: scale.of(10_000, quick: 1_000)).figures()
  }
}

/// Adding photos compared with copying their files, each flushed to the disk.
struct PhotoWriterFigures {
  private static let byteCount = 3_000_000
  /// The number of turns of adding and copying, so that changes in the disk's speed affect both equally.
  private static let blockCount = 10

  let photoCount: Int

  func figure() throws -> Figure {
    note("photos: \(photoCount) photos of \(Self.byteCount.bytesText) added and copied")
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Many"))).id
    var adding = 0.0
    var copying = 0.0
    var random = SeededGenerator(seed: 8)
    for block in 0..<Self.blockCount {
      let files = try write(photoCount / Self.blockCount, to: folder, using: &random)
      let copy = {
        copying += try seconds { for file in files { try self.copy(file, to: "\(file).\(block)") } }
      }
      // Each goes first in every other block, and neither deletes what it wrote: memory that was just freed is faster.
      if block.isMultiple(of: 2) { try copy() }
      adding += try seconds {
        var waiting = files[...]
        try diary.addPhotos(
          to: beer,
          next: { try waiting.popFirst().map { try FileBytes(path: $0) } }, onStored: { _ in })
      }
      if !block.isMultiple(of: 2) { try copy() }
      for file in files { unlink(file) }
    }
    try diary.close()
    let speed = { (seconds: Double) in "\((Double(photoCount * Self.byteCount) / seconds / 1e6).text(0)) MB/s"
    }
    return Figure(
      "\(photoCount.grouped) photos of \(Self.byteCount.bytesText) added together, against `cp` with fsync of each",
      target: "a third of its speed or more",
      measured: "\(speed(adding)) against \(speed(copying)): \((copying / adding).text(2))",
      isReached: copying / adding >= 1 / 3)
  }

  /// Writes different photos, flushes them to the disk and returns their paths.
  private func write(_ count: Int, to folder: TemporaryFolder, using random: inout SeededGenerator) throws
    -> [String]
  {
    try (0..<count).map { number in
      let file = folder.file("\(number).jpg")
      let image = FixtureImage.jpeg(width: 4032, height: 3024, byteCount: Self.byteCount, using: &random)
      try image.write(to: URL(fileURLWithPath: file))
      try synchronize(file)
      return file
    }
  }

  /// Copies a file like `cp`, then calls fsync.
  private func copy(_ file: String, to copy: String) throws {
    let from = open(file, O_RDONLY | O_CLOEXEC)
    let to = open(copy, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    defer {
      close(from)
      close(to)
    }
    let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { part.deallocate() }
    var count = read(from, part.baseAddress, part.count)
    while count > 0 {
      guard Foundation.write(to, part.baseAddress, count) == count else {
        throw CocoaError(.fileWriteUnknown)
      }
      count = read(from, part.baseAddress, part.count)
    }
    guard count == 0, fsync(to) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private func synchronize(_ file: String) throws {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

/// Moving and opening the photos of one beer with very many photos.
struct PhotoOrderFigures {
  private static let runs = 51

  let photoCount: Int

  func figures() throws -> [Figure] {
    note("photos: a beer with \(photoCount.grouped) photos")
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Many"))).id
    for number in 0..<photoCount {
      _ = try diary.addPhoto(to: beer, image: MemoryBytes(Array("\(number)".utf8)))
    }
    let beerName = "a beer with \(photoCount.grouped) photos"
    let middle = photoCount / 2
    let last = photoCount - 1
    var random = SeededGenerator(seed: 10)
    return [
      try figure(5, "swapping adjacent photos of \(beerName)") {
        try move(middle, to: middle + 1, diary, beer)
      },
      try figure(5, "moving a photo of \(beerName) from end to end") {
        try move(last, to: 0, diary, beer)
      },
      try figure(5, "moving a photo of \(beerName) from anywhere to anywhere") {
        let from = Int.random(in: 0...last, using: &random)
        let to = Int.random(in: 0...last, using: &random)
        return try move(from, to: to, diary, beer)
      },
      try figure(50, "opening \(beerName)") {
        let start = ContinuousClock.now
        _ = try diary.beer(beer)
        return ContinuousClock.now - start
      },
    ]
  }

  /// Moves a photo and returns how long that took, without finding it: a user who moves a photo already sees it.
  private func move(_ from: Int, to: Int, _ diary: Diary, _ beer: Int64) throws -> Duration {
    guard let photo = try diary.beer(beer)?.photos[from].id else { throw CocoaError(.featureUnsupported) }
    let start = ContinuousClock.now
    _ = try diary.movePhoto(photo, to: to)
    return ContinuousClock.now - start
  }

  private func figure(_ limit: Double, _ name: String, _ work: () throws -> Duration) throws -> Figure {
    let times = try (0..<Self.runs).map { _ in try work() / .milliseconds(1) }
    return .atMost(
      limit, name, value: times.median, target: "\(Int(limit)) ms or less",
      measured: "\(times.median.text(2)) ms (p95 \(times.percentile(95).text(2)) ms)")
  }
}
