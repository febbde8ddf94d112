import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation
import Interchange
import SQLiteKit
import Telemetry

struct OpenPhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Look at a photo in the system's own viewer.",
    discussion: """
      The viewer gets a copy that only you can read. It is removed when you press Enter or Ctrl-C: nobody can tell when \
      a viewer is done, so this needs a terminal. What you change in the copy does not come into the diary.

      EXAMPLES:
        beerdiary photo open 12
        beerdiary photo open Orval last
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: PhotoNumber.help, completion: .photos)
  var photo: PhotoNumber = .number(1)

  func run() throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        sentence: "photo open needs a terminal, to be told when you are done; use `beerdiary photo export`.",
        status: .usage)
    }
    let viewer = SystemViewer()
    if let problem = viewer.problem { throw unavailable(problem) }
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let detail = try beer.resolve(in: opened.diary)
    let photo = try photo.photo(of: detail)
    let folder = try ScratchFolder.temporary(for: .openedPhoto)
    defer { folder.removeOrReport() }
    let file = try copy(opened.diary.completed([photo], withHashes: false)[0], detail, opened.diary, folder)
    if output.json { tell(photo, of: detail, file) }
    try InterruptNotice.during { try show(file, in: viewer) }
    if InterruptNotice.isInterrupted {
      // What is deferred is done before the signal ends the program.
      throw InterruptNotice.ended
    }
  }

  /// Writes the copy, which nobody else can read as the folder is the user's alone.
  private func copy(_ photo: Photo, _ detail: BeerDetail, _ diary: Diary, _ folder: ScratchFolder) throws
    -> String
  {
    let mask = umask(0o077)
    defer { umask(mask) }
    do {
      var export = try PhotoExport(from: diary, to: folder.path)
      guard let name = try export.export(photo, of: detail.beer).name else {
        throw CommandFailure(
          sentence: "Photo \(photo.order + 1) of \(detail.title) has no image in the diary.", status: .noInput
        )
      }
      return "\(folder.path)/\(name)"
    } catch let error as ExportError {
      throw CommandFailure(error)
    }
  }

  private func show(_ file: String, in viewer: SystemViewer) throws {
    let opener = try viewer.open(file)
    Console.standardError.line("Press Enter when you have looked at it; the viewer's copy is removed then.")
    var hasTaken = false
    while !InterruptNotice.isInterrupted, !isEnterPressed(within: 100) {
      guard !hasTaken, let status = opener.exitStatusIfEnded() else { continue }
      hasTaken = true
      if status != 0 { throw unavailable(viewer.refusal) }
    }
  }

  private func tell(_ photo: Photo, of detail: BeerDetail, _ file: String) {
    let console = Console.standardOutput
    console.write(
      JSONText.of(
        .object([
          "beer": .integer(detail.beer.id), "photo": .object(PhotoJSON(photo).object), "file": .text(file),
        ])))
    console.flush()
  }

  private func unavailable(_ problem: String) -> CommandFailure {
    CommandFailure(sentence: "\(problem) Use `beerdiary photo export`.", status: .unavailable)
  }

  /// Whether a line, or the end of the terminal, came within so many milliseconds.
  private func isEnterPressed(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }
}
