import DiaryModel
import DiaryProcess

/// Lets the user edit the form of a beer in the editor, until it has no mistakes.
struct BeerFormEditor {
  let form: BeerForm
  let context: CommandContext

  /// Opens the editor, and saves what it leaves; returns whether the form was changed.
  ///
  /// - Parameter save: Changes the beer to the fields of the form.
  /// - Throws: If nothing was saved. The error names the file in which the text is kept.
  func edit(saving save: (BeerFields) throws -> Void) throws -> Bool {
    let file = try makeFile()
    defer { file.remove() }
    while true {
      let text = try edited(file)
      if text == form.text { return false }
      let values: BeerFields
      do throws(BeerForm.Mistake) { values = try form.read(text) } catch {
        context.errors.line(error.sentence)
        if context.confirm("Edit it again?") { continue }
        throw CommandFailure(sentence: "Nothing was changed. \(file.keep())", status: .badData)
      }
      do { try save(values) } catch {
        let failure = CommandFailure(describing: error, folders: context.folders)
        throw CommandFailure(
          sentence: "\(failure.sentence) \(file.keep())", status: failure.status, kind: failure.kind)
      }
      return true
    }
  }

  private func makeFile() throws -> EditedFile {
    do throws(TextEditor.Failure) { return try EditedFile(form.text, named: "beer.toml") } catch {
      throw CommandFailure(sentence: error.sentence, status: .cannotCreate)
    }
  }

  /// Runs the editor once, and returns the text of the file.
  private func edited(_ file: EditedFile) throws -> String {
    let text: String
    context.progress.pause()
    defer { context.progress.resume() }
    do throws(TextEditor.Failure) {
      text = try file.edit { TextEditor.runCatchingSignals(on: $0, context.environment) }
    } catch {
      throw CommandFailure(sentence: error.sentence, status: .unavailable)
    }
    if let ended = TextEditor.ending {
      context.errors.line("Stopped. \(file.keep())")
      throw ended
    }
    return text
  }
}
