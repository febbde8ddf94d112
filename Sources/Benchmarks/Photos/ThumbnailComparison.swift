#if PictureCodecs
  import Foundation

  /// The time to draw a photo, compared with other programs.
  ///
  /// Our program and the others run in turns, so that changes in the machine's load affect all of them equally.
  struct ThumbnailComparison {
    /// A program that draws a photo 64 columns wide.
    private struct OtherProgram {
      let name: String
      let arguments: [String]
      /// The part of its time that ours may take.
      let share: Double
      let target: String

      var path: String { "/usr/bin/\(name)" }
      var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
    }

    private static let others = [
      OtherProgram(
        name: "jp2a", arguments: ["--width=64"], share: 1 / 2.5, target: "1/2.5 or less of `jp2a --width=64`"),
      OtherProgram(
        name: "chafa", arguments: ["--format=symbols", "--size=64x64"], share: 1 / 5,
        target: "a fifth or less of `chafa --size=64x64`"),
    ]

    let file: String
    let name: String
    let runs: Int

    func figures() throws -> [Figure] {
      guard let maker = BuiltProgram.oneThumbnail else {
        note("photos: OneThumbnail is not built; `make bench` does that")
        return []
      }
      let others = Self.others.filter(\.isInstalled)
      if others.count < Self.others.count {
        note("photos: jp2a or chafa is not installed. `make bench` installs them.")
      }
      var own: [Double] = []
      var theirs: [String: [Double]] = [:]
      for _ in 0..<runs {
        own.append(try MeasuredChild.program(maker, [file]).seconds)
        for other in others {
          theirs[other.name, default: []].append(
            try MeasuredChild.program(other.path, other.arguments + [file]).seconds)
        }
      }
      return others.map { other in
        let seconds = own.median
        let otherSeconds = (theirs[other.name] ?? []).median
        return .atMost(
          other.share, "\(name) to a thumbnail of 64x48, whole process, against \(other.name)",
          value: seconds / otherSeconds, target: other.target,
          measured:
            "\(seconds.secondsText) against \(otherSeconds.secondsText): "
            + "1/\((otherSeconds / seconds).text(1))")
      }
    }
  }
#endif
