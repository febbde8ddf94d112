#if PictureCodecs
  import Foundation

  /// Whole processes, ours and the peers' in turns, so that changes in the machine's load affect all of them equally.
  struct PeerFigures {
    /// A program that draws a photo 64 columns wide.
    private struct Peer {
      let name: String
      let arguments: [String]
      /// The part of the peer's time that ours may take.
      let share: Double
      let target: String

      var path: String { "/usr/bin/\(name)" }
      var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
    }

    private static let peers = [
      Peer(
        name: "jp2a", arguments: ["--width=64"], share: 1 / 2.5, target: "1/2.5 or less of `jp2a --width=64`"),
      Peer(
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
      let peers = Self.peers.filter(\.isInstalled)
      if peers.count < Self.peers.count {
        note("photos: jp2a or chafa is not installed. `make bench` installs them.")
      }
      var own: [Double] = []
      var theirs: [String: [Double]] = [:]
      for _ in 0..<runs {
        own.append(try MeasuredChild.program(maker, [file]).seconds)
        for peer in peers {
          theirs[peer.name, default: []].append(
            try MeasuredChild.program(peer.path, peer.arguments + [file]).seconds)
        }
      }
      return peers.map { peer in
        let (seconds, peerSeconds) = (own.median, (theirs[peer.name] ?? []).median)
        return .atMost(
          peer.share, "\(name) to a thumbnail of 64x48, whole process, against \(peer.name)",
          value: seconds / peerSeconds, target: peer.target,
          measured:
            "\(seconds.secondsText) against \(peerSeconds.secondsText): 1/\((peerSeconds / seconds).text(1))")
      }
    }
  }
#endif
