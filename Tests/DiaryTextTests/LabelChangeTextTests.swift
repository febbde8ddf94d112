import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import TestSupport
import Testing

/// Sentences about changes of labels.
@Suite struct LabelChangeTextTests {
  @Test func aChangeOfLabelsIsDescribedByWhatItDid() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beers = try ["Turbo Dog", "Turbodog", "Turbodog", "Purple Haze"].map {
      try diary.add(NewBeer(fields: BeerFields(name: $0))).id
    }
    func label(_ index: Int) throws -> UUID { try #require(try diary.label(ofBeer: beers[index])).uuid }
    func sentence(_ change: DiaryChange?) throws -> String { ChangeText.done(try #require(change)) }

    let apart = try sentence(try diary.keepApart(try label(0), try label(3)))
    let merged = try sentence(try diary.mergeLabels([try label(1)], into: try label(0)))
    let several = try sentence(try diary.splitLabel(ofBeers: [beers[1], beers[2]]))
    let one = try sentence(try diary.splitLabel(ofBeer: beers[1]))

    #expect(apart == "Kept “Turbo Dog” and “Purple Haze” apart.")
    #expect(merged == "Counted 2 beers as “Turbo Dog”.")
    #expect(several == "Gave 2 beers a label of their own.")
    #expect(one == "Gave “Turbodog” a label of its own.")
    try diary.close()
  }
}
