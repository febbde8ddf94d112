import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Pictures

/// Adds files to a beer as photos.
struct PhotoImporter {
  /// A file that was not added.
  struct Refusal {
    let file: String
    let sentence: String
    /// `nil` if the beer already has the photo, because adding files again finishes a stopped run.
    let status: ExitStatus?
  }

  private(set) var added: [(file: String, photo: Photo)] = []
  private(set) var refused: [Refusal] = []
  private(set) var wasStopped = false

  private let diary: Diary
  private let beer: BeerDetail
  private let caption: String?
  private let allowsDuplicate: Bool
  private let allowsAnyFile: Bool
  /// Whether each photo is reported as soon as it is added.
  private let printsEach: Bool
  private let context: CommandContext

  init(
    _ diary: Diary, _ beer: BeerDetail, caption: String?, allowsDuplicate: Bool, allowsAnyFile: Bool,
    printsEach: Bool, context: CommandContext
  ) {
    self.diary = diary
    self.beer = beer
    self.caption = caption
    self.allowsDuplicate = allowsDuplicate
    self.allowsAnyFile = allowsAnyFile
    self.printsEach = printsEach
    self.context = context
  }

  /// Adds the files; stops between two files if `isCancelled` returns `true`.
  ///
  /// - Throws: Errors that would affect the next files too, such as a full disk.
  mutating func add(_ files: [String], isCancelled: () -> Bool) throws {
    var waiting = files.enumerated().makeIterator()
    var given: ArraySlice<String> = []
    try diary.addPhotos(
      to: beer.beer.id, caption: caption, allowsDuplicate: allowsDuplicate,
      next: {
        while let (index, file) = waiting.next() {
          if isCancelled() {
            wasStopped = true
            return nil
          }
          context.progress.show("Adding photos: \(index + 1) of \(files.count), \(file.lastPathComponent)")
          do {
            let image = try picture(file)
            given.append(file)
            return image
          } catch let failure as CommandFailure {
            refuse(file, failure)
          }
        }
        return nil
      },
      onStored: { outcome in
        if let file = given.popFirst() { report(file, outcome) }
      })
  }

  private func picture(_ file: String) throws -> FileBytes {
    do {
      return try FileBytes(
        photo: file, otherwise: allowsAnyFile ? nil : "Use --any-file to add it anyway")
    } catch FileBytesError.cannotOpen(_, ENOENT) {
      throw CommandFailure(sentence: "There is no such file. Check the path.", status: .noInput)
    } catch let error as FileBytesError {
      throw CommandFailure(describing: error)
    }
  }

  private mutating func report(_ file: String, _ outcome: Result<AddedPhoto, any Error>) {
    switch outcome {
    case .success(let new):
      added.append((file, new.photo))
      guard printsEach else { return }
      context.output.line(
        "Added \(file.lastPathComponent) as photo \(new.photo.order + 1) of \(beer.title): \(new.photo.metadata.long)."
      )
      context.output.flush()
    case .failure(let known as ChangeError) where known.isKnownPhoto: refuse(file, known.sentence, nil)
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
      "beer": .integer(beer.beer.id), "stopped": .boolean(wasStopped),
      "added": .array(added.map { file, photo in JSONValue(PhotoJSON(photo, path: file).members) }),
      "refused": .array(
        refused.map { .object(["path": .text($0.file), "reason": .text($0.sentence)]) }),
    ])
  }
}

extension ChangeError {
  fileprivate var isKnownPhoto: Bool { if case .samePhoto = self { true } else { false } }
}

extension String {
  var lastPathComponent: String { (self as NSString).lastPathComponent }
}
