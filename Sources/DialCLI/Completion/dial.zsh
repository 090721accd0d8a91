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
