# dial for fish: dial completion fish > ~/.config/fish/completions/dial.fish
function __dial_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  dial __complete $words[2..-1] "$current" 2>/dev/null
end
complete -c dial -a '(__dial_complete)'
