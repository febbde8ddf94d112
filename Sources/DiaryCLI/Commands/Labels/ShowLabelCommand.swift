import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange

struct ShowLabelCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a label and its beers.",
    discussion: """
      EXAMPLE:
        beerdiary labels show Orval
      """)

  static let json: JSONType = .object("label")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var label: LabelReference

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let label = try label.resolve(in: diary, dates: context.dates)
      let beers = try diary.beers(ofLabel: label.uuid)
      try context.report(output, json: json(label, beers, diary)) {
        write(label, beers, context.dates, to: $0)
      }
    }
  }

  private func json(_ label: Label, _ beers: [BeerListItem], _ diary: Diary) throws -> String {
    let details = try beers.compactMap { try diary.beer($0.id) }.map { detail in
      var detail = detail
      detail.photos = try diary.addingMetadata(to: detail.photos, includingHashes: false)
      return ExportedBeer(detail)
    }
    var json = JSONWriter(indentation: 2)
    json.object { json in
      json.write(LabelJSON(label).members)
      json.key("beers")
      json.array { json in
        for beer in details {
          json.element()
          BeerJSON().write(beer, to: &json)
        }
      }
    }
    return json.text + "\n"
  }

  private func write(_ label: Label, _ beers: [BeerListItem], _ dates: DateText, to console: Console) {
    console.line(BeerText.readable(label.facts.name) ?? BeerText.missingName)
    let facts = [
      ["Brewery", label.facts.brewery ?? ""], ["Style", label.facts.style ?? ""],
      ["ABV", BeerText.abv(label.facts.abv)], ["Had", LabelText.history(label.history, dates: dates)],
      ["UUID", label.uuid.text],
    ]
    let known = facts.filter { BeerText.readable($0[1]) != nil }
    for line in TextTable.lines(known) { console.line("  " + line) }
    console.line()
    let rows = beers.map { beer in
      [
        String(beer.id), beer.drunkAt.map(dates.short) ?? "", BeerText.rating(beer.rating),
        BeerText.readable(beer.name) ?? BeerText.missingName, beer.place ?? "",
      ]
    }
    for line in TextTable.lines(rows) { console.line("  " + line) }
  }
}
