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
