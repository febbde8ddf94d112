import DiaryProcess
import DiaryStore
import DiaryUpkeep
import Foundation
import Interchange
import SQLiteKit

/// A backup or another diary that a command reads, with its own advice for errors.
struct SourceFile {
  enum Kind {
    case backup, diary
  }

  /// The path as typed.
  private let name: String
  private let kind: Kind
  /// The absolute path, as in errors.
  let path: String

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
    path = URL(fileURLWithPath: name).path
  }

  /// Refuses the diary itself.
  func requireOther(than diary: String) throws {
    guard Diary.isSameFile(path, as: diary) else { return }
    let advice = kind == .backup ? "Name a backup" : "Name another diary"
    throw CommandFailure(sentence: "\(name) is your diary itself. \(advice).", status: .badData)
  }

  /// Runs work and describes errors of this file; errors of the user's own diary are not changed.
  func describingErrors<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as any DiaryError {
      guard let sentence = sentence(error) else { throw error }
      let known = CommandFailure(error)
      throw CommandFailure(sentence: sentence, status: known.status, kind: known.kind)
    }
  }

  private func sentence(_ error: some DiaryError) -> String? {
    let emptyFile = OpeningError.emptyFile(path: path)
    if error as? OpeningError == emptyFile || error as? TransferError == .opening(emptyFile) {
      return "\(name) is empty. \(advice)"
    }
    return switch error.storeError {
    case .notFound(path): "There is no file \(name). Check the path."
    case .notADatabase(path)
    where kind == .diary
      && ImportSource.fileExtensions.contains((path as NSString).pathExtension.lowercased()):
      "\(name) is not a diary. To import it, use \(SuggestedCommand.text(["import", name]))."
    case .damaged(path, let detail):
      switch kind {
      case .backup: "\(name) is damaged (\(detail)). Try an older backup. Your diary is unchanged."
      case .diary: "\(name) is damaged (\(detail)). \(advice)"
      }
    default: nil
    }
  }

  private var advice: String {
    switch kind {
    case .backup: "Try another backup. Your diary is unchanged."
    case .diary: "Try another copy of it. Your diary is unchanged."
    }
  }
}
