import ArgumentParser
import DiaryStore
import DiaryText
import Foundation

struct AddPhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add photos to a beer, behind those that it has.",
    discussion: """
      The files are kept byte for byte, and the originals stay where they are. Each is stored by itself: one that cannot \
      be added is told and the others go in, and the exit status is not 0. Photos that the beer has already are left out, so adding the \
      same files again completes what was stopped; Ctrl-C stops after the file that is being added.

      EXAMPLES:
        beerdiary photo add 12 glass.jpg
        beerdiary photo add Orval ~/Pictures/orval/*.jpg --caption "At the brewery"
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Option(name: .long, help: "What to write under the photos.")
  var caption: String?

  @Flag(name: .long, help: "Add images that the beer has already once more.")
  var allowSame = false

  @Flag(name: .long, help: "Add files that are no pictures of a known format, too.")
  var anyFile = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: ArgumentHelp("The picture files.", valueName: "file"), completion: .pictureFiles)
  var files: [String]

  func validate() throws {
    if files.contains("") { throw ValidationError("photo add requires the paths of picture files.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      var importer = PhotoImporter(
        diary, try beer.resolve(in: diary), caption: BeerText.readable(caption), allowsSame: allowSame,
        allowsAnyFile: anyFile, printsEach: !output.json, context: context)
      let result = Result { try context.cancellable { try importer.add(files, isCancelled: $0) } }
      // What is in the diary is reported whatever came after it.
      context.report(output, json: JSONText.of(importer.json)) { _ in }
      try result.get()
      if importer.wasStopped {
        let done = importer.added.count + importer.refused.count
        throw context.stopped(
          "Stopped after \(done) of \(NumberText.count(files.count, "file")); add them again to complete it.")
      }
      if let status = importer.refused.lazy.compactMap(\.status).first { throw status }
    }
  }
}
