import DiaryModel
package import Settings
import Terminal

extension ActionTable {
  /// Keys that replace the default keys of an action.
  private struct Rebinding {
    let action: Action
    let setting: KeySetting

    /// Returns the mistake to report for the setting of these keys.
    ///
    /// - Parameter problem: Why the action keeps its default keys.
    func mistake(_ problem: String) -> SettingsMistake {
      setting.mistake(problem, consequence: "The action \(action.name) keeps its default keys")
    }
  }

  /// Returns the table with the keys from the settings, on all screens that have the actions.
  ///
  /// If two settings use the same key, the first one gets it. On screens with text input, character keys stay with the
  /// text. If a setting repeats a default key of its action, other actions keep that key on the screens where they have
  /// it, as the arrows do on the map. An action without keys can still be run from the palette.
  package func applying(_ settings: [KeySetting]) -> (table: ActionTable, mistakes: [SettingsMistake]) {
    var mistakes: [SettingsMistake] = []
    var accepted: [Rebinding] = []
    for setting in settings {
      guard let action = self[setting.action] else {
        mistakes.append(setting.mistake(unknown(setting.action)))
        continue
      }
      let rebinding = Rebinding(action: action, setting: setting)
      if action == .interrupt {
        mistakes.append(rebinding.mistake("Ctrl-C always ends the program"))
      } else if setting.keys.isEmpty, action.traits.contains(.leavesScreen) {
        mistakes.append(rebinding.mistake("leaving a screen needs a key"))
      } else {
        accepted.append(rebinding)
      }
    }
    while true {
      let table = rebound(accepted)
      // Settings that cannot be used in any case are left out first, so that they conflict with no others.
      guard
        let (index, problem) = table.lastConflict(of: accepted, withOthers: true)
          ?? table.lastConflict(of: accepted, withOthers: false)
      else { return (table, mistakes) }
      mistakes.append(accepted.remove(at: index).mistake(problem))
    }
  }

  private func unknown(_ name: String) -> String {
    let suggestion = Spelling.nearest(to: name, among: actions.map(\.name))
    let advice = suggestion.map { "Did you mean “\($0)”?" } ?? "The palette lists all actions"
    return "unknown action “\(name)”. \(advice)"
  }

  private func rebound(_ rebindings: [Rebinding]) -> ActionTable {
    let changed = Set(rebindings.map(\.action))
    return ActionTable(
      actions.map { action in
        guard let keys = rebindings.first(where: { $0.action == action })?.setting.keys else { return action }
        return action.rebound(to: keys) { key, screen in
          candidates(for: key, on: screen).contains { $0.competes(with: action) && !changed.contains($0) }
        }
      })
  }

  /// Returns the last setting that has a key of another action, and what is wrong with it; `nil` if there is none.
  ///
  /// - Parameter withOthers: Whether only actions count that are not among the settings.
  private func lastConflict(of rebindings: [Rebinding], withOthers: Bool) -> (Int, problem: String)? {
    let rebound = Set(rebindings.map(\.action))
    for (index, rebinding) in rebindings.enumerated().reversed() {
      for screen in ScreenKind.allCases {
        for key in self[rebinding.action.name]?.keys(on: screen) ?? [] {
          let other = candidates(for: key, on: screen).first {
            $0.competes(with: rebinding.action) && !(withOthers && rebound.contains($0))
          }
          guard let other else { continue }
          return (index, "“\(key.label)” is already the key of \(other.name) on the same screen")
        }
      }
    }
    return nil
  }
}

extension Action {
  /// Returns the action with other keys.
  ///
  /// - Parameter isTaken: Returns whether a key belongs to another action on a screen.
  fileprivate func rebound(to keys: [Key], isTaken: (Key, ScreenKind) -> Bool) -> Action {
    let screens = bindings.reduce(into: Set<ScreenKind>()) { $0.formUnion($1.screens) }
    let defaultKeys = Set(bindings.flatMap(\.keys))
    var rebound = self
    rebound.bindings = ScreenKind.allCases.filter(screens.contains).map { screen in
      let isText = ScreenKind.takingText.contains(screen)
      let wanted = keys.filter { key in
        !(isText && key.character != nil) && !(defaultKeys.contains(key) && isTaken(key, screen))
      }
      return Binding(
        keys: wanted.isEmpty && !keys.isEmpty ? self.keys(on: screen) : wanted, screens: [screen])
    }
    return rebound
  }
}
