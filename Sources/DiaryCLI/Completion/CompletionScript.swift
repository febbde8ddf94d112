import ArgumentParser

/// Fixes ArgumentParser's generated completion scripts.
package enum CompletionScript {
  private static let bashStart = "#!/bin/bash\n"
  private static let fishStart = "function __beerdiary_should_offer_completions_for_flags_or_options "

  /// Begins a candidate that has zsh complete paths instead; no other candidate has a control character.
  static let pathMark = "\t"

  /// Replaces parts of the scripts for Bash, Zsh and fish; returns any other output unchanged.
  package static func patched(_ output: String) -> String {
    if output.hasPrefix(bashStart) {
      // The first line is useless in a script that is sourced.
      let script = String(output.dropFirst(bashStart.count))
        .replacing("_beerdiary_import() {\n", with: bashImport)
        .replacing(bashCommand, with: bashAliases + bashCommand, maxReplacements: 1)
      return script + "\n\n" + bashFunctions
    }
    if output.hasPrefix(fishStart) { return fishPatched(output) }
    guard output.hasPrefix("#compdef ") else { return output }
    // Zsh quotes exclamation marks in candidates only while its history expansion is on.
    return output.replacing("unsetopt aliases banghist", with: "unsetopt aliases")
      .replacing(zshCandidates, with: zshCandidatesOrPaths)
      .replacing("_beerdiary_import() {\n", with: zshImport)
      .replacing(zshCommand, with: zshAliases + zshCommand, maxReplacements: 1)
  }

  // The scripts know commands only by their names.

  /// The aliases of the program's commands with the names of these.
  private static let aliases = Beerdiary.configuration.subcommands.flatMap { command in
    command.configuration.aliases.map { (alias: $0, name: command.configuration.commandName ?? "") }
  }

  /// The line that reads the command; the first one is in the function of the program.
  private static let bashCommand = #"    local -r subcommand="${unparsed_words[0]}""# + "\n"

  private static let bashAliases = aliases.map { alias, name in
    #"    [[ "${unparsed_words[0]}" = \#(alias) ]] && unparsed_words[0]=\#(name)"# + "\n"
  }.joined()

  /// The same in the script for Zsh.
  private static let zshCommand = #"        case "${words[1]}" in"# + "\n"

  private static let zshAliases = aliases.map { alias, name in
    #"        [[ "${words[1]}" = \#(alias) ]] && words[1]=\#(name)"# + "\n"
  }.joined()

  /// The part of the generated function that offers the program's output.
  private static let zshCandidates = """
        if [[ "${#completions[@]}" -gt 1 ]]; then
            __beerdiary_complete "${completions[@]:0:-1}"
        fi
    """

  private static let zshCandidatesOrPaths = #"""
        case "${completions[1]}" in
        $'\t') _files -/ ;;
        $'\t'*) _files -g "${completions[1]#$'\t'}" ;;
        *) [[ "${#completions[@]}" -gt 1 ]] && __beerdiary_complete "${completions[@]:0:-1}" ;;
        esac
    """#

  /// The names of the commands of `import`.
  static let importCommands = ImportCommand.configuration.subcommands.flatMap { $0.names }

  // The scripts take the first word after `import` for a file, even if it is the name of a command.

  private static let bashImport = """
    _beerdiary_import() {
        if [[ "${unparsed_words[0]}" = @(\(importCommands.joined(separator: "|"))) && "${#unparsed_words[@]}" -gt 1 ]]; then
            local -r history="${unparsed_words[0]}"
            unset 'unparsed_words[0]'
            unparsed_words=("${unparsed_words[@]}")
            "_beerdiary_import_${history}"
            return
        fi

    """

  private static let zshImport = """
    _beerdiary_import() {
        if [[ "${words[2]}" = (\(importCommands.joined(separator: "|"))) ]] && (( CURRENT > 2 )); then
            shift words
            (( CURRENT -= 1 ))
            "_beerdiary_import_${words[1]}"
            return
        fi
        (( CURRENT == 2 )) && compadd -- \(importCommands.joined(separator: " "))

    """

  /// Replaces the part of the script for fish that parses the words after `import`, and offers its commands first.
  private static func fishPatched(_ output: String) -> String {
    let parse = "__beerdiary_parse_subcommand "
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var patched: [String] = []
    var isImport = false
    for line in lines {
      let words = line.drop { $0 == " " }
      let indent = line.prefix(line.count - words.count)
      if isImport, words.hasPrefix(parse + "1 ") {
        patched.append("\(indent)set -l import_files 1")
        patched.append(
          "\(indent)contains -- \"$unparsed_tokens[2]\" \(importCommands.joined(separator: " ")); and set import_files 0"
        )
        patched.append("\(indent)\(parse)$import_files \(words.dropFirst(parse.count + 2))")
      } else {
        patched.append(line.replacing("\"beerdiary import\" -eq 2'", with: "\"beerdiary import\" -eq 1'"))
      }
      isImport = words == "case 'import'"
    }
    return patched.joined(separator: "\n")
  }

  /// The commands that have commands of their own, as a pattern.
  private static let groups = Beerdiary.configuration.subcommands
    .filter { !$0.configuration.subcommands.isEmpty && !($0 is any Command.Type) }.flatMap { $0.names }
    .joined(separator: "|")

  private static let bashFunctions = #"""
    # Bash can quote candidates only as file names, and then leaves $ and ` unquoted: a beer named $(reboot) would run it. It
    # also splits words at colons and equals signs. So the functions below read the line and quote candidates themselves.

    __beerdiary_custom_complete() {
        "${COMP_WORDS[0]}" "${@}" "${COMP_WORDS[@]}" 2>/dev/null
    }

    __beerdiary_cursor_index_in_current_word() {
        printf %s "${#cur}"
    }

    # Takes the arguments of compgen, and adds all candidates unquoted.
    __beerdiary_add_completions() {
        local -a offered=()
        case "${1}" in
        -W) mapfile -t offered <<<"${2}" ;;
        -f) __beerdiary_find_files '*' ;;
        -d) __beerdiary_find_files '' ;;
        *)
            # -o plusdirs -fX '!*.@(csv|json)'
            __beerdiary_find_files "${4#!}"
            [[ "${#offered[@]}" -eq 0 ]] && __beerdiary_find_files '*'
            ;;
        esac
        COMPREPLY+=("${offered[@]}")
    }

    # Adds to `offered` the folders, and the files that match a pattern, whose paths begin with the current word.
    __beerdiary_find_files() {
        local path
        while IFS='' read -r -d '' path; do
            # Otherwise the program would read it as an option.
            [[ "${path}" = -* ]] && path="./${path}"
            if [[ -d "${path}" ]]; then
                offered+=("${path}/")
            elif [[ -e "${path}" && "${path,,}" = ${1} ]]; then
                offered+=("${path}")
            fi
        done < <(
            set +f
            shopt -s nullglob
            shopt -u dotglob failglob
            unset GLOBIGNORE
            printf '%s\0' "${cur}"*
        )
    }

    # Sets `quoted` to the first argument, quoted to follow the quotation mark in the second one, or none.
    __beerdiary_quote() {
        quoted="${1}"
        case "${2}" in
        \')
            local -r mark="'\\''"
            quoted="${quoted//\'/"${mark}"}'"
            ;;
        \")
            local character text=''
            local -i index
            for ((index = 0; index < ${#quoted}; index++)); do
                character="${quoted:index:1}"
                case "${character}" in
                [\\\"\$\`]) text+="\\${character}" ;;
                # Bash expands its history even within double quotation marks.
                '!') text+="\"'!'\"" ;;
                *) text+="${character}" ;;
                esac
            done
            quoted="${text}\""
            ;;
        *)
            [[ -n "${quoted}" ]] && printf -v quoted %q "${quoted}"
            # A comma needs no quotation outside of braces, which are quoted themselves.
            quoted="${quoted//\\,/,}"
            return
            ;;
        esac
        # Readline drops a quotation mark at the start of a candidate.
        [[ "${quoted}" = "${2}"* ]] && quoted="${2}${quoted}"
    }

    __beerdiary_complete() {
        local IFS=$' \t\n'
        local -r line="${COMP_LINE:0:COMP_POINT}"
        # Readline replaces the line from here to the cursor.
        local -ir start="$((${#line} - ${#2}))"
        local -a words=()
        # `word` is the current word unquoted, `mark` its open quotation mark. The first `kept` characters of the word stay on
        # the line, and what replaces the others follows the quotation mark `opening`.
        local word='' mark='' opening='' kept='' is_word='' is_home='' is_expanded=''
        local character next
        local -i index
        COMPREPLY=()

        for ((index = 0; ; index++)); do
            [[ "${index}" -eq "${start}" ]] && kept="${#word}" opening="${mark}"
            [[ "${index}" -ge "${#line}" ]] && break
            character="${line:index:1}"
            next="${line:index+1:1}"
            if [[ "${mark}" = \' ]]; then
                if [[ "${character}" = \' ]]; then mark=''; else word+="${character}"; fi
                continue
            fi
            case "${mark}${character}" in
            [[:space:]])
                [[ -n "${is_word}" ]] && words+=("${word}")
                word='' is_word='' is_home='' is_expanded=''
                continue
                ;;
            \"\") mark='' ;;
            [\"\']) mark="${character}" ;;
            *\\)
                [[ -n "${mark}" && "${next}" != [\\\"\$\`] ]] && word+=\\
                word+="${next}"
                index+=1
                ;;
            *\$)
                is_expanded=yes
                if [[ "${line:index+1}" =~ ^\{?([A-Za-z_][A-Za-z0-9_]*)\}? ]]; then
                    index+="${#BASH_REMATCH[0]}"
                    word+="${!BASH_REMATCH[1]-}"
                fi
                ;;
            *\` | [\;\|\&\<\>\(\)]) is_expanded=yes ;;
            \~)
                if [[ -z "${is_word}" && "${next}" = / ]]; then
                    word="${HOME}" is_home=yes
                else
                    word+=\~
                fi
                ;;
            *) word+="${character}" ;;
            esac
            is_word=yes
        done
        # Bash completes variables, commands and redirections.
        if [[ -n "${is_expanded}" || -z "${kept}" || "${kept}" -gt "${#word}" ]]; then
            compopt -o default 2>/dev/null
            return
        fi

        words+=("${word}")
        # Help is asked for by the names of commands.
        if [[ "${words[1]}" = help && "${#words[@]}" -gt 2 ]]; then
            words=("${words[0]}" "${words[@]:2}")
            [[ "${#words[@]}" -eq 2 || "${words[1]}" = @(\#(groups)) ]] || return
        fi

        # --name=value is completed as --name value.
        local option=''
        if [[ "${word}" = --?*=* ]]; then
            option="${word%%=*}="
            words[${#words[@]} - 1]="${option%=}"
            words+=("${word#*=}")
        fi
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="$((${#words[@]} - 1))"
        _beerdiary "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        # The function above sets one.
        trap - RETURN

        local -a offered=("${COMPREPLY[@]}") plain=()
        local candidate quoted ignored
        COMPREPLY=()
        # Values in a filter have quotation marks of their own, which need not be typed.
        for ignored in '' \"; do
            for candidate in "${offered[@]}"; do
                candidate="${option}${candidate}"
                [[ "${candidate}" != "${option}" && "${candidate}" != *[[:cntrl:]]* ]] || continue
                [[ "${candidate//"${ignored}"/}" = "${word//"${ignored}"/}"* ]] || continue
                [[ "${candidate:0:kept}" = "${word:0:kept}" ]] || continue
                plain+=("${candidate}")
                if [[ -n "${is_home}" && "${kept}" -eq 0 ]]; then
                    __beerdiary_quote "${candidate#"${HOME}"}" "${opening}"
                    quoted="~${quoted}"
                else
                    __beerdiary_quote "${candidate:kept}" "${opening}"
                fi
                COMPREPLY+=("${quoted}")
            done
            [[ "${#plain[@]}" -gt 0 ]] && break
        done
        [[ "${#plain[@]}" -eq 0 ]] && return
        [[ "${#plain[@]}" -eq 1 && "${plain[0]}" = *[/:=] ]] && compopt -o nospace 2>/dev/null
        # Several candidates that are only listed need no quotation.
        [[ "${COMP_TYPE}" -eq 63 && "${plain[0]}" != "${plain[${#plain[@]} - 1]}" ]] && COMPREPLY=("${plain[@]}")
    }

    complete -F __beerdiary_complete beerdiary
    """#
}
