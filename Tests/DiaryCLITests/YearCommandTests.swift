import DiaryCLI
import DiaryModel
import DiaryStore
import Foundation
import Pictures
import Testing

extension Commands {
  /// The command `year`, as text, JSON and a web page.
  @Suite struct YearCommandTests {
    private func place() throws -> Workplace {
      var beers = [
        BeerFields(
          name: "Orval", brewery: "Orval", style: "Stout", rating: 5, drunkAt: DiaryDate("2024-02-29")),
        BeerFields(
          name: "<script>alert('x')</script> & \"co\"", rating: 4,
          notes: "Sour <b>and</b> long, of course. Again!", drunkAt: DiaryDate("2024-03-05")),
        BeerFields(
          name: "霧ヶ峰 \u{1B}[31mred", rating: 3, drunkAt: DiaryDate("2024-12-31"),
          extras: ["country": .text("Japan")]),
        BeerFields(name: "Old", drunkAt: DiaryDate("2023-01-01")),
      ]
      for index in beers.indices {
        beers[index].latitude = 49.6397
        beers[index].longitude = 5.3483
      }
      return try Workplace(beers)
    }

    @Test func theLatestYearIsShownAsText() throws {
      let result = try place().run("year", "--ascii")
      #expect(result.status == 0 && result.errors == "")
      #expect(result.lines.first == "2024, compared with the year before")
      #expect(result.output.contains("3  beers") && result.output.contains("+2"))
      #expect(result.output.contains("  Feb  1  ####"))
      #expect(result.output.contains("  5.0   Orval, Orval  29 Feb 2024"))
      #expect(result.output.contains("  1 style: Stout"))
      #expect(result.output.contains("300 days without a beer, 5 Mar 2024 to 31 Dec 2024"))
      #expect(result.output.contains("  Sour <b>and</b> long, of course.\n"))
      #expect(!result.output.contains("\u{1B}"))
    }

    @Test func theTitleOfTheLongestNoteIsTruncated() throws {
      let name = String(repeating: "Long Name ", count: 20)
      let place = try Workplace([
        BeerFields(name: name, rating: 4, notes: "Sour and long.", drunkAt: DiaryDate("2024-03-05"))
      ])
      let lines = try place.run("year", "--ascii").lines
      let title = try #require(lines.first { $0.hasPrefix("Longest note: Long Name") })
      #expect(title.count == 80 && title.hasSuffix("~"))
    }

    @Test func nothingIsDrawnInWords() throws {
      let place = try place()
      let before = try place.run("stats", "--ascii").output
      #expect(try place.run("config", "set", "pictures.mode", "words").status == 0)
      let year = try place.run("year", "--ascii")
      #expect(year.output.contains("  Feb  1\n") && !year.output.contains("#"))
      let statistics = try place.run("stats", "--ascii").output
      #expect(before.contains("#") && !statistics.contains("#") && !statistics.contains("=="))
      let groups = try place.run("stats", "--by", "year", "--ascii", isTerminal: true).output
      #expect(groups.contains("2024") && !groups.contains("#"))
    }

    @Test func anotherYearIsShownOnRequest() throws {
      let place = try place()
      #expect(try place.run("year", "2023", "--ascii").lines.first == "2023")
      let empty = try place.run("year", "1999", isTerminal: true)
      #expect(empty.status == 0 && empty.output == "")
      #expect(empty.errors.contains("No beers in 1999. There are beers in 2023, 2024."))
      #expect(try place.run("year", "1999").errors == "")
      let undated = try Workplace(beers: "Orval").run("year", isTerminal: true)
      #expect(undated.errors.contains("No beers with a date yet."))
    }

    @Test func aWordThatIsNotAYearIsReportedAsAFilter() throws {
      let place = try place()
      for word in ["abc", "2024x"] {
        let result = try place.run("year", word, isTerminal: true)
        let errors = result.errors.replacing("\n", with: " ")
        #expect(
          result.status == 0 && errors.contains("“\(word)” is not a year, so it is a filter."), "\(errors)")
      }
      #expect(try !place.run("year", "style:none", isTerminal: true).errors.contains("is not a year"))
      #expect(try !place.run("year", "1999", isTerminal: true).errors.contains("is not a year"))
    }

    @Test func aFilterSelectsTheBeersThatCount() throws {
      let place = try place()
      let result = try place.run("year", "2024", "rating>=4", "-style:stout", "--ascii")
      #expect(result.status == 0 && result.lines.first == "2024, rating>=4 -style:stout")
      #expect(result.output.contains("1  beer\n") && !result.output.contains("Orval"))
      // Without a year, the first word is part of the filter, and the year the latest one of its beers.
      #expect(try place.run("year", "name=Old", "--ascii").lines.first == "2023, name=Old")
      let words = try place.run("year", "rating>=4", "2023", isTerminal: true)
      #expect(words.errors.contains("No beers with a date match."))
      let html = try place.run("year", "2024", "style:stout", "--html").output
      #expect(html.contains("<p>A year in beer, style:stout</p>") && html.contains("Orval"))
      let none = try place.run("year", "2023", "style:stout", isTerminal: true)
      #expect(none.status == 0 && none.output == "")
      #expect(none.errors.contains("No beers in 2023 match. There are beers in 2024."))
      #expect(try place.run("year", "zzz", isTerminal: true).errors.contains("No beers with a date match."))
      #expect(try place.run("year", "2024", "rating>=x").status == 64)
    }

    @Test func aPageWithoutBeersIsAnError() throws {
      let place = try place()
      let file = place.file("1999.html")
      for arguments in [["1999", "--html"], ["1999", "-o", file], ["2024", "zzz", "--html"]] {
        let result = try place.run(["year"] + arguments)
        #expect(result.status == 66 && result.output == "", "\(arguments)")
        #expect(result.errors.contains("No beers in \(arguments[0])"))
      }
      #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aFileNamedHTMLIsAPage() throws {
      let place = try place()
      let file = place.file("2024.HTML")
      #expect(try place.run("year", "-o", file).status == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<h1>2024</h1>"))
    }

    @Test func theJSONHasTheFigures() throws {
      let output = try place().run("year", "--json").output
      let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      #expect(json["year"] as? Int == 2024 && json["years"] as? [Int] == [2023, 2024])
      #expect((json["figures"] as? [String: Any])?["beers"] as? Int == 3)
      #expect((json["before"] as? [String: Any])?["beers"] as? Int == 1)
      #expect((json["months"] as? [[String: Any]])?.compactMap { $0["beers"] as? Int }.reduce(0, +) == 3)
      #expect((json["best"] as? [[String: Any]])?.first?["name"] as? String == "Orval")
      #expect((json["longest_break"] as? [String: Any])?["days"] as? Int == 300)
      #expect((json["new_countries"] as? [[String: Any]])?.first?["value"] as? String == "Japan")
      #expect(!output.contains("49.6"))
    }

    @Test func thePageIsSelfContainedAndEscaped() throws {
      let result = try place().run("year", "--html")
      #expect(result.status == 0)
      let html = result.output
      #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
      #expect(html.contains("<title>2024 in beer</title>") && html.contains("prefers-color-scheme: dark"))
      #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;"))
      #expect(html.contains("Sour &lt;b&gt;and&lt;/b&gt; long, of course."))
      #expect(html.contains("霧ヶ峰") && !html.contains("\u{1B}"))
      for word in [
        "<script", "http", "src=", "url(", "@import", "<link", "49.6", "5.34", "latitude", "longitude",
      ] {
        #expect(!html.contains(word), "\(word)")
      }
      // One cell for each beer, and every element is closed.
      #expect(html.components(separatedBy: "<rect ").count - 1 == 3)
      for tag in ["section", "div", "p", "svg", "ol", "li", "main", "dl"] {
        let opened =
          html.components(separatedBy: "<\(tag)>").count + html.components(separatedBy: "<\(tag) ").count - 2
        #expect(opened == html.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
      }
    }

    @Test func thePageGoesToAFileThatIsReplacedOnlyOnRequest() throws {
      let place = try place()
      let file = place.file("2024.html")
      let first = try place.run("year", "2024", "--html", "-o", file)
      #expect(
        first.status == 0 && first.output == "" && first.errors.contains("Wrote 2024 in beer to \(file)."))
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<h1>2024</h1>"))
      #expect(try place.run("year", "--html", "-o", file).status == 73)
      #expect(try place.run("year", "--html", "-o", file, "--force", "--quiet").errors == "")
    }

    @Test func picturesAreOnlyInThePageOnRequest() throws {
      let place = try place()
      let photo = try place.write("not a picture", to: "photo.jpg")
      #expect(try place.run("photo", "add", "1", photo, "--any-file").status == 0)
      #expect(try !place.run("year", "--html").output.contains("src="))
      // A photo that cannot be drawn is left out.
      let result = try place.run("year", "--html", "--with-photos")
      #expect(result.status == 0 && !result.output.contains("src="))
    }

    @Test(.enabled(if: Thumbnail.hasCodecs)) func photosOfTheBestBeersAreEmbedded() throws {
      let place = try place()
      let photo = place.file("photo.jpg")
      let pixels = PixelGrid(width: 900, height: 700) { x, y in RGBColor(gray: UInt8((x + y) % 256)) }
      let jpeg = try #require(pixels.jpeg())
      try Data(jpeg).write(to: URL(fileURLWithPath: photo))
      #expect(try place.run("photo", "add", "1", photo).status == 0)
      let html = try place.run("year", "--html", "--with-photos").output
      let sources = html.components(separatedBy: "src=\"").dropFirst()
      #expect(sources.count == 1 && sources.allSatisfy { $0.hasPrefix("data:image/jpeg;base64,") })
      #expect(html.utf8.count < 60_000)
    }

    @Test func optionsThatDoNotGoTogetherAreRefused() throws {
      let place = try place()
      for (arguments, sentence) in [
        (["--html", "--json"], "--json cannot be combined with a web page."),
        (["-o", "x.html", "--json"], "--json cannot be combined with a web page."),
        (["--with-photos"], "--with-photos requires --html."),
        (["-o", "x.txt"], "--output is for a web page. Add --html, or name a file that ends with .html"),
        (["--html", "--force"], "--force requires --output."),
        (["10000"], "A year is a number from 0 to 9999, not “10000”."),
        (["99999999999999999999"], "A year is a number from 0 to 9999"),
      ] as [([String], String)] {
        let result = try place.run(["year"] + arguments)
        #expect(result.status == 64 && result.errors.contains(sentence), "\(arguments): \(result.errors)")
      }
    }

    @Test func aBarOfManyBeersHasFewerCells() throws {
      let place = try Workplace(beers: "Orval")
      let diary = try place.diary(for: .writing)
      for _ in 0..<130 {
        _ = try diary.add(NewBeer(fields: BeerFields(name: "B", drunkAt: DiaryDate("2022-01-05"))))
      }
      try diary.close()
      let html = try place.run("year", "2022", "--html").output
      #expect(html.components(separatedBy: "<rect ").count - 1 == 44)
      #expect(html.contains("Each cell is 3 beers"))
    }
  }
}
