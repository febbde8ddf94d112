import Foundation

/// The desktop's viewer for files, started with `xdg-open`.
///
/// `xdg-open` usually exits while the viewer is still running.
package struct SystemViewer: Sendable {
  /// The name of the program that is started, which is looked up in `$PATH`.
  package static let opener = "xdg-open"

  private let environment: Environment

  /// Creates a viewer for the displays and the `$PATH` of an environment.
  package init(_ environment: Environment = .process) { self.environment = environment }

  /// A sentence about why no viewer can be opened; `nil` if one can.
  package var problem: String? {
    let displays: [EnvironmentVariable] = [.display, .waylandDisplay]
    let hasDisplay = displays.contains { environment[$0]?.isEmpty == false }
    if !hasDisplay { return "There is no display to open a viewer on." }
    return program == nil
      ? "Opening photos requires \(Self.opener). Install the package xdg-utils." : nil
  }

  /// The sentence if `xdg-open` fails.
  package var refusal: String { "No viewer on this system can open the photo (\(Self.opener) failed)." }

  /// Starts the viewer in the background; this program keeps the keyboard.
  package func open(_ path: String) throws(CommandFailure) -> ChildProgram {
    if let problem { throw CommandFailure(sentence: problem, status: .unavailable) }
    guard let program, let child = ChildProgram(program, [path], .detached) else {
      throw CommandFailure(
        sentence: "The viewer \(Self.opener) could not be started.", status: .unavailable)
    }
    return child
  }

  private var program: String? { environment.program(named: Self.opener) }
}

extension Environment {
  /// Returns the path of an installed program; `nil` if `$PATH` does not lead to it.
  func program(named name: String) -> String? {
    (self[.path] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
