/** For fish 3. */
export const fishScript = `# fish completion for archipelago: archipelago completion fish | source
function __archipelago_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l end
    for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        if string match -q ':*' -- $line
            set end $line
        else
            echo $line
        end
    end
    if test "$end" = ':0'
        __fish_complete_path "$current"
    end
end
complete -c archipelago -f -a '(__archipelago_complete)'
`;
