/** For bash 4 and later. It needs no package of completions, and evaluates nothing that it is told. */
export const bashScript = `# bash completion for archipelago: source <(archipelago completion bash)
_archipelago() {
  local -a words=()
  local word line end= glue= tab=$'\\t'
  # bash parts words at = and :, the program does not
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if ((\${#words[@]} > 0)) && [[ $glue || $word == [=:]* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    glue=
    [[ $word == [=:] ]] && glue=1
  done
  # only what stands behind the last = or : is replaced
  local tail=\${COMP_WORDS[COMP_CWORD]}
  [[ $tail == [=:] ]] && tail=
  local before=\${words[-1]%"$tail"} index
  for ((index = 0; index < \${#words[@]}; index++)); do
    [[ \${words[index]} == '~/'* ]] && words[index]=$HOME/\${words[index]:2}
  done
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      end=$line
    else
      word=\${line%%"$tab"*}
      COMPREPLY+=("\${word#"$before"}")
    fi
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
  if [[ $end == :0 ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$tail")
  fi
}
complete -F _archipelago archipelago
`;
