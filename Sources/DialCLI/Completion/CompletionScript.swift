import ArgumentParser

/// Scripts with which a shell uses `dial __complete`. Without a completion, the shell offers files.
enum CompletionScript: String, FlagWord, Sendable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash:
      #"""
      # dial for bash: eval "$(dial completion bash)" in ~/.bashrc
      _dial_complete() {
        local line piece rest="$COMP_LINE" start prefix="" breaks="" index
        local -a words=()
        # Bash splits words at '=', ':' and '@'. Join the pieces again.
        for ((index = 0; index <= COMP_CWORD; index++)); do
          piece="${COMP_WORDS[index]}"
          start="${rest#"${rest%%[![:space:]]*}"}"
          if [[ $index -eq 0 || $start != "$rest" ]]; then
            words+=("$piece")
          else
            words[${#words[@]} - 1]+="$piece"
          fi
          rest="${start#"$piece"}"
        done
        # Bash replaces only the text after the last of these characters.
        for piece in = : @; do
          [[ $COMP_WORDBREAKS == *"$piece"* ]] && breaks+="$piece"
        done
        line="${words[${#words[@]} - 1]}"
        [[ -n $breaks ]] && prefix="${line%"${line##*[$breaks]}"}"
        # '@' splits words, but belongs to the word after it.
        prefix="${prefix%@}"
        COMPREPLY=()
        while IFS= read -r line; do
          line="${line%%$'\t'*}"
          COMPREPLY+=("${line#"$prefix"}")
        done < <(dial __complete "${words[@]:1}" 2>/dev/null)
        case "${COMPREPLY[0]}" in
          *= | *@ | */) type compopt >/dev/null 2>&1 && compopt -o nospace ;;
        esac
      }
      complete -o default -F _dial_complete dial

      """#
    case .zsh:
      #"""
      #compdef dial
      # dial for zsh: eval "$(dial completion zsh)" in ~/.zshrc, after compinit
      _dial() {
        local line
        local -a whole wholeNotes open openNotes
        while IFS= read -r line; do
          case "${line%%$'\t'*}" in
            *=|*@|*/) open+=("${line%%$'\t'*}"); openNotes+=("${line/$'\t'/  }") ;;
            *) whole+=("${line%%$'\t'*}"); wholeNotes+=("${line/$'\t'/  }") ;;
          esac
        done < <(dial __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
        (( ${#whole} )) && compadd -l -d wholeNotes -a whole
        (( ${#open} )) && compadd -l -S '' -d openNotes -a open
        (( ${#whole} + ${#open} )) || _files
      }
      # As a file in $fpath, this script is the function itself.
      if [[ ${funcstack[1]} == _dial ]]; then
        _dial "$@"
      else
        compdef _dial dial
      fi

      """#
    case .fish:
      #"""
      # dial for fish: dial completion fish > ~/.config/fish/completions/dial.fish
      function __dial_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        dial __complete $words[2..-1] "$current" 2>/dev/null
      end
      complete -c dial -a '(__dial_complete)'

      """#
    }
  }
}
