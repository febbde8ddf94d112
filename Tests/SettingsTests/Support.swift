import Foundation

/// The whole text of a file.
func contents(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
