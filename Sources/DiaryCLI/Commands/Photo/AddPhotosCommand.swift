import ArgumentParser
import DiaryStore
import DiaryText
import Foundation

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
      var importer = PhotoImporter(
        diary, try beer.resolve(in: diary, dates: context.dates), caption: BeerText.readable(caption),
        allowsDuplicate: allowSame,
        allowsAnyFile: anyFile, printsEach: !output.json && !output.quiet, context: context)
      let result = Result { try context.cancellable { try importer.add(files, isCancelled: $0) } }
      // Photos that were added are reported even if a later one failed.
      context.report(output, json: JSONText.of(importer.json)) { _ in }
      try result.get()
      if importer.wasStopped {
        let done = importer.added.count + importer.refused.count
        throw context.stopped(
          "Stopped after \(done) of \(NumberText.count(files.count, "file")). Run the command again to finish."
        )
      }
      if let status = importer.refused.lazy.compactMap(\.status).first { throw status }
    }
  }
}
