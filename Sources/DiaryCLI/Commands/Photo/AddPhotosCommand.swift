import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Pictures

struct AddPhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add photos to a beer.",
    discussion: """
      The files are copied byte for byte, after the photos that the beer already has. The originals are not changed. A \
      file that cannot be added is reported, the others are still added, and the exit status is not 0. Photos that the \
      beer already has are skipped. Ctrl-C stops after the current file: run the command again to finish.

      EXAMPLES:
        beerdiary photo add 12 glass.jpg
        beerdiary photo add Orval ~/Pictures/orval/*.jpg --caption "At the brewery"
      """)

  static let json: JSONType = .object("added_photos")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Option(name: .long, help: "Caption for the photos, for example \"At the brewery\".")
  var caption: String?

  @Flag(name: .long, help: "Also add photos that the beer already has.")
  var allowSame = false

  @Flag(name: .long, help: "Also add files that are not pictures of a known format.")
  var anyFile = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: ArgumentHelp("The picture files to add.", valueName: "file"), completion: .pictureFiles)
  var files: [String]

  func validate() throws {
    if files.contains("") { throw ValidationError("photo add requires the paths of picture files.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let beer = try beer.resolve(in: diary, dates: context.dates)
      var addition = PhotoAddition(command: self, diary: diary, beer: beer, context: context)
      let result = Result { try context.cancellable { try addition.addFiles(isCancelled: $0) } }
      // Photos that were added are reported even if a later one failed.
      context.report(output, json: JSONText.of(addition.json)) { _ in }
      try result.get()
      if addition.wasCancelled {
        let done = addition.added.count + addition.refused.count
        throw context.cancelled(
          "Stopped after \(done) of \(NumberText.count(files.count, "file")). Run the command again to finish."
        )
      }
      if let status = addition.refused.lazy.compactMap(\.status).first { throw status }
    }
  }
}

/// Adds the files of a command to a beer, and records and reports the outcome of each.
private struct PhotoAddition {
  /// A file that was not added.
  struct Refusal {
    let file: String
    let sentence: String
    /// `nil` if the beer already has the photo, because adding files again finishes a stopped run.
    let status: ExitStatus?
  }

  let command: AddPhotosCommand
  let diary: Diary
  let beer: BeerDetail
  let context: CommandContext
  private(set) var added: [(file: String, photo: Photo)] = []
  private(set) var refused: [Refusal] = []
  private(set) var wasCancelled = false

  /// Adds the files; stops between two files if `isCancelled` returns `true`.
  ///
  /// - Throws: Errors that would affect the next files too, such as a full disk.
  mutating func addFiles(isCancelled: () -> Bool) throws {
    let files = command.files
    var unopened = files.enumerated().makeIterator()
    // Outcomes come in the order in which the files were opened.
    var opened: ArraySlice<String> = []
    try diary.addPhotos(
      to: beer.beer.id, caption: BeerText.readable(command.caption), allowsDuplicate: command.allowSame,
      next: {
        while let (index, file) = unopened.next() {
          if isCancelled() {
            wasCancelled = true
            return nil
          }
          context.progress.show("Adding photos: \(index + 1) of \(files.count), \(file.lastPathComponent)")
          do {
            let image = try image(in: file)
            opened.append(file)
            return image
          } catch let failure as CommandFailure {
            refuse(file, failure)
          }
        }
        return nil
      },
      onStored: { outcome in
        if let file = opened.popFirst() { report(file, outcome) }
      })
  }

  /// Opens a file, which has to be a picture unless the user allows any file that is not empty.
  private func image(in file: String) throws -> FileBytes {
    do {
      let image = try FileBytes(userImageAt: file)
      // Without a byte, it would count as a photo whose image is missing.
      if image.count == 0 { throw CommandFailure(sentence: "The file is empty.", status: .badData) }
      guard try command.anyFile || ImageHeader(reading: image) != nil else {
        throw CommandFailure.notAPicture("Use --any-file to add it anyway")
      }
      return image
    } catch FileBytesError.cannotOpen(_, ENOENT) {
      throw CommandFailure(sentence: "There is no such file. Check the path.", status: .noInput)
    } catch let error as FileBytesError {
      throw CommandFailure(describing: error)
    }
  }

  private mutating func report(_ file: String, _ outcome: Result<AddedPhoto, PhotoError>) {
    switch outcome {
    case .success(let new):
      added.append((file, new.photo))
      if command.output.json || command.output.quiet { return }
      context.output.line(
        "Added \(file.lastPathComponent) as photo \(new.photo.order + 1) of \(beer.title): \(new.photo.metadata.long)."
      )
      context.output.flush()
    case .failure(let error) where error.isKnownPhoto: refuse(file, error.sentence, nil)
    case .failure(let error): refuse(file, CommandFailure(describing: error))
    }
  }

  private mutating func refuse(_ file: String, _ failure: CommandFailure) {
    refuse(file, failure.sentence, failure.status)
  }

  private mutating func refuse(_ file: String, _ reason: String, _ status: ExitStatus?) {
    let isFolder = (try? URL(fileURLWithPath: file).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
    let sentence = isFolder == true ? "It is a folder. Name the picture files in it." : reason
    refused.append(Refusal(file: file, sentence: sentence, status: status))
    context.errors.error("beerdiary: \(file) was not added. \(sentence)")
  }

  /// The added and refused files, for scripts.
  var json: JSONValue {
    .object([
      "beer": .integer(beer.beer.id), "stopped": .boolean(wasCancelled),
      "added": .array(added.map { file, photo in JSONValue(PhotoJSON(photo, path: file).members) }),
      "refused": .array(
        refused.map { .object(["path": .text($0.file), "reason": .text($0.sentence)]) }),
    ])
  }
}

extension PhotoError {
  fileprivate var isKnownPhoto: Bool { if case .samePhoto = self { true } else { false } }
}

extension String {
  fileprivate var lastPathComponent: String { (self as NSString).lastPathComponent }
}
