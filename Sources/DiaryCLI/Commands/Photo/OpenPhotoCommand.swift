import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import Foundation
import Interchange
import SQLiteKit

struct OpenPhotoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a photo in the system's viewer.",
    discussion: """
      The viewer opens a copy that only you can read. Press Enter or Ctrl-C to remove the copy, so this command needs a \
      terminal. Changes to the copy are not saved in the diary.

      EXAMPLES:
        beerdiary photo open 12
        beerdiary photo open Orval last
      """)

  static let json: JSONType = .object("opened_photo")
  static let exitStatuses: [ExitStatus] = [.unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: PhotoNumber.help, completion: .photos)
  var photo: PhotoNumber = .number(1)

  func run(in context: CommandContext) throws {
    guard context.input.isTerminal else {
      throw CommandFailure(
        sentence: "photo open requires a terminal. Use `beerdiary photo export` instead.",
        status: .usage)
    }
    let viewer = SystemViewer(context.environment)
    if let problem = viewer.problem { throw unavailable(problem) }
    try context.withDiary(options, .reading) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let photo = try photo.photo(of: detail)
      let folder = try ScratchFolder.temporary(for: .openedPhoto)
      defer { folder.removeOrReport() }
      let file = try copy(
        diary.addingMetadata(to: [photo], includingHashes: false)[0], detail, diary, folder, context)
      context.report(output, json: json(photo, of: detail, file)) { _ in }
      try context.cancellable { try show(file, in: viewer, context, isCancelled: $0) }
    }
  }

  /// Writes the copy into a folder that only the user can read.
  private func copy(
    _ photo: Photo, _ detail: BeerDetail, _ diary: Diary, _ folder: ScratchFolder, _ context: CommandContext
  ) throws -> String {
    let mask = umask(0o077)
    defer { umask(mask) }
    var export = try PhotoExport(from: diary, to: folder.path)
    guard let name = try export.export(photo, of: detail.beer).file?.name else {
      let isInStore = try context.syncSession.photosOnlyInStore(of: diary, readsStore: false).contains(
        photo.id)
      throw CommandFailure(
        sentence: isInStore
          ? context.sentence(
            imagesInStore: 1, options, fetchArguments: ["\(detail.beer.id)", "\(photo.order + 1)"])
          : "Photo \(photo.order + 1) of \(detail.title) has no image in the diary.", status: .noInput)
    }
    return "\(folder.path)/\(name)"
  }

  private func show(
    _ file: String, in viewer: SystemViewer, _ context: CommandContext, isCancelled: () -> Bool
  ) throws {
    let opener = try viewer.open(file)
    context.errors.line("Press Enter when you are done. The viewer's copy is then removed.")
    var hasEnded = false
    while !isEnterPressed(on: context.input, within: 100) {
      // Throwing runs the `defer` blocks before the signal ends the program.
      if isCancelled() { throw InterruptNotice.ended }
      guard !hasEnded, let status = opener.exitStatusIfEnded() else { continue }
      hasEnded = true
      if status != 0 { throw unavailable(viewer.refusal) }
    }
  }

  private func json(_ photo: Photo, of detail: BeerDetail, _ file: String) -> String {
    JSONText.of(
      .object([
        "beer": .integer(detail.beer.id), "photo": JSONValue(PhotoJSON(photo, path: file).members),
      ]))
  }

  private func unavailable(_ problem: String) -> CommandFailure {
    CommandFailure(sentence: "\(problem) Use `beerdiary photo export` instead.", status: .unavailable)
  }

  /// Returns whether a line or the end of the input arrives within a number of milliseconds.
  private func isEnterPressed(on input: ConsoleInput, within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }
}
