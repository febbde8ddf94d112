import Foundation
package import Interchange

extension SettingsFile {
  /// Why a setting was not changed.
  package enum ChangeFailure: Error, Hashable, Sendable {
    /// The value cannot be set; the sentence says why.
    case refused(String)
    /// The file is not TOML.
    case malformed(path: String)
    /// The file cannot be changed safely; the line is to be added by hand.
    case unsafe(line: String, place: SettingPlace, path: String)
    /// The file cannot be written; the sentence says why.
    case unwritable(String)
    /// The system reported an error while the file was written.
    case failed(ExportError)
  }

  /// Where a setting can be written in a file, so that the file stays valid TOML.
  package enum SettingPlace: Hashable, Sendable {
    /// Before all tables.
    case top
    /// Below the header of a table.
    case table(String)
    /// Within the braces of a table, as in `list = { sort = "name" }`.
    case braces(String)
  }

  /// Sets a value in `config.toml`, and keeps everything else in it as it is.
  ///
  /// A new file is written next to the old one and replaces it; permissions and symbolic links stay.
  ///
  /// - Parameters:
  ///   - typed: The value as TOML, or text without its quotes.
  ///   - folder: The folder of the settings, which is created if it does not exist.
  ///   - check: Returns the mistakes in a valid value that only the interface or the diary knows.
  /// - Returns: The path of the file.
  @discardableResult
  package static func set(
    _ name: SettingName, to typed: String, in folder: String,
    checking check: (Preferences) -> [SettingsMistake] = { _ in [] }
  ) throws(ChangeFailure) -> String {
    let edit = SettingEdit(path: name.path, value: try value(typed, of: name))
    return try SettingsFolder(path: folder).withLock { () throws(ChangeFailure) in
      try apply(edit, in: folder) { old, new in
        // Whether a key is free depends on the other keys in the file.
        let known = check(old).map(\.problem)
        guard let mistake = check(new).first(where: { !known.contains($0.problem) }) else { return nil }
        let other = mistake.unusable.map { $0 == name ? "" : $0.text + ": " } ?? ""
        return refusal(of: typed, for: name, because: other + mistake.problem)
      }
    }
  }

  /// - Parameter check: Returns why the second preferences must not replace the first ones; `nil` if they may.
  private static func apply(
    _ edit: SettingEdit, in folder: String, checking check: (Preferences, Preferences) -> String?
  ) throws(ChangeFailure) -> String {
    let path = path(in: folder)
    let old: String
    do throws(SettingsText.Unreadable) { old = try SettingsText.read(path) } catch {
      throw .unwritable("\(path) cannot be changed: \(error.reason).")
    }
    guard SettingEdit.isTOML(old) else { throw .malformed(path: path) }
    if let advice = edit.advice(about: old) { throw .refused("\(path) was not changed: \(advice)") }
    guard let new = edit.applied(to: old) else {
      let (line, place) = edit.manualChange(of: old)
      throw .unsafe(line: line, place: place, path: path)
    }
    if new == old { return path }
    // A value that is right alone may contradict others in the file.
    let (oldFile, newFile) = (SettingsFile(text: old), SettingsFile(text: new))
    let known = oldFile.mistakes.map(\.problem)
    if let mistake = newFile.mistakes.first(where: { !known.contains($0.problem) }) {
      throw .refused("\(path) was not changed: \(mistake.problem)")
    }
    if let refusal = check(oldFile.preferences, newFile.preferences) { throw .refused(refusal) }
    try write(new, insteadOf: old, to: path, in: folder)
    return path
  }

  /// Returns a typed value as TOML: as it is if that is valid, otherwise in quotes.
  ///
  /// A value of `list.sort` is tried in quotes first.
  ///
  /// - Throws: `.refused` if it is neither valid as it is nor in quotes.
  private static func value(_ typed: String, of name: SettingName) throws(ChangeFailure) -> String {
    var problem = "it must be one line."
    let isOneLine = !typed.contains { $0.isNewline }
    let quoted = SettingName.quoted(typed)
    // Quotation marks around an order are part of its name, as in `--sort '"price"'`.
    let candidates = name.path == SettingsReader.orderPath ? [quoted, typed] : [typed, quoted]
    for value in candidates where isOneLine {
      let line = SettingEdit(path: name.path, value: value).line
      // What follows the value on its line would become part of the file.
      guard SettingEdit(path: name.path, value: "0").applied(to: line) == "\(name.text) = 0" else { continue }
      guard let mistake = SettingsFile(text: line).mistakes.first else { return value }
      problem = mistake.problem
      // Lists, tables and text in quotes are meant as TOML.
      if let first = typed.first, "[{\"'".contains(first) { break }
    }
    throw .refused(refusal(of: typed, for: name, because: problem))
  }

  private static func refusal(of typed: String, for name: SettingName, because problem: String) -> String {
    problem.hasPrefix(name.text) ? problem : "\(name.text) cannot be set to “\(typed)”: \(problem)"
  }

  /// Replaces the text of a file.
  ///
  /// - Parameter old: The text that was read; if the file has changed since then, it is left alone.
  /// - Throws: `.unwritable` or `.failed`.
  static func write(_ text: String, insteadOf old: String, to path: String, in folder: String)
    throws(ChangeFailure)
  {
    do throws(SettingsFolder.WritingFailure) {
      try SettingsFolder(path: folder).write(text, insteadOf: old, to: path)
    } catch {
      switch error {
      case .unwritable(let reason): throw .unwritable("\(path) cannot be written: \(reason).")
      case .failed(var error):
        error.path = path
        throw .failed(error)
      case .changed:
        throw .unwritable("\(path) was not changed: another program has just written it. Try again.")
      }
    }
  }
}
