import TestSupport

#if PictureCodecs
  import FixtureStores
  import Foundation
  import Pictures

  /// Making a 64 by 48 thumbnail of a 12-megapixel photo, compared with programs that draw photos as text.
  enum PhotoBenchmark {
    static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
      let folder = try TemporaryFolder()
      let photo = PhotoRecipe(width: scale.of(4032, quick: 2016))
      note("photos: a photo of \(photo.sizeText)")
      let file = folder.file("photo.jpg")
      let size = try photo.write(to: file)
      let runs = scale.of(21, quick: 5)
      let name = "JPEG of \(photo.sizeText), \((Double(size) / 1e6).text(1)) MB"
      return try ThumbnailComparison(file: file, name: name, runs: runs).figures()
        + ownFigures(photo, folder, runs) + [embeddedFigure(photo, folder)]
    }

    /// The work of a child process: one thumbnail.
    static func makeThumbnail(of file: String) throws {
      _ = try Thumbnail.make(from: FileBytes(path: file))
    }

    private static func ownFigures(
      _ photo: PhotoRecipe, _ folder: TemporaryFolder, _ runs: Int
    ) throws -> [Figure] {
      try [false, true].map { isProgressive in
        let file = folder.file(isProgressive ? "progressive.jpg" : "baseline.jpg")
        try photo.write(to: file, isProgressive: isProgressive)
        let measurements = try (0..<runs).map { _ in try MeasuredChild.thumbnail(of: file) }
        let peak = measurements.map(\.peakMegabytes).max() ?? .nan
        return .atMost(
          64, "peak memory, \(isProgressive ? "progressive" : "baseline") JPEG of \(photo.sizeText)",
          value: peak,
          target: "64 MB or less",
          measured: "\(peak.text(1)) MB (in \(measurements.map(\.seconds).median.secondsText))")
      }
    }

    private static func embeddedFigure(_ photo: PhotoRecipe, _ folder: TemporaryFolder) throws -> Figure {
      let file = folder.file("camera.jpg")
      try photo.write(to: file, hasThumbnail: true)
      let times = try (0..<101).map { _ in
        let start = ContinuousClock.now
        try makeThumbnail(of: file)
        return (ContinuousClock.now - start) / .milliseconds(1)
      }
      return .atMost(
        1, "the same with a usable thumbnail in its EXIF block, from opening the file", value: times.median,
        target: "less than 1 ms",
        measured: "\(times.median.text(2)) ms (p95 \(times.percentile(95).text(2)) ms)")
    }
  }
#endif
