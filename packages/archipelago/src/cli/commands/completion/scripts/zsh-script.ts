/** For zsh 5: as a file _archipelago in $fpath, or sourced after compinit. */
export const zshScript = `#compdef archipelago
# zsh completion for archipelago: source <(archipelago completion zsh)
_archipelago() {
  local -a offers
  local line word text end
  # (@) keeps the empty word at the cursor
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :* ]]; then
      end=$line
      continue
    fi
    word=\${line%%$'\\t'*}
    text=\${line#*$'\\t'}
    [[ -z $word ]] && continue
    if [[ $text == $line ]]; then offers+=("$word"); else offers+=("$word:$text"); fi
  done
  (( \${#offers} )) && _describe archipelago offers
  [[ $end == :0 ]] && _files
  return 0
}
# as a file of $fpath this is the function; sourced, it only tells of it
if [[ \${funcstack[1]} == _archipelago ]]; then _archipelago "$@"; else compdef _archipelago archipelago; fi
`;
