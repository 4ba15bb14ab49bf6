/// The completion scripts of the shells.
enum CompletionScript {
    /// Returns the parser's script with what it lacks.
    ///
    /// Profiles and devices may come from others, so a script must not run what stands in their names. The parser's
    /// script for bash hands them to `compgen -W`, which expands them like a line of the shell. That for zsh inserts an
    /// exclamation mark without quoting it, so that the shell replaces it by an earlier command.
    ///
    /// Bash splits a word at `=`, so the parser's script takes the value of `KEY=VALUE` for a word of its own, and
    /// completes nothing.
    static func changed(_ script: String) -> String {
        script
            .replacing("complete -o filenames -F _tvsim tvsim", with: joining)
            .replacing("__tvsim_add_completions -W ", with: "__tvsim_add_values ")
            .replacing("unsetopt aliases banghist\n", with: "unsetopt aliases\n")
    }

    private static let joining = #"""
        # Offers the lines of a text that begin with the current word, quoted as the current word is. Nothing is expanded.
        __tvsim_add_values() {
            # Readline would quote the quotes.
            compopt +o filenames 2>/dev/null
            local value word typed
            # Without -r, this removes the backslashes with which a word is quoted.
            IFS='' read typed <<<"${cur}"
            while IFS='' read -r value; do
                [[ -n "${value}" ]] || continue
                case "${cur}" in
                \'*)
                    word="'${value//\'/\'\\\'\'}'"
                    [[ "${word}" == "${cur}"* ]] || continue
                    ;;
                \"*)
                    word="${value//\\/\\\\}"
                    word="${word//\"/\\\"}"
                    word="${word//\$/\\\$}"
                    word="\"${word//\`/\\\`}\""
                    # Between double quotes an exclamation mark cannot be quoted.
                    [[ "${word}" == "${cur}"* && "${value}" != *!* ]] || continue
                    ;;
                *)
                    [[ "${value}" == "${typed}"* ]] || continue
                    printf -v word %q "${value}"
                    ;;
                esac
                COMPREPLY+=("${word}")
            done <<<"${1}"
        }

        # Completes KEY=VALUE as one word, although the shell has split it.
        _tvsim_joined() {
            local -a words=("${COMP_WORDS[0]}")
            local -i index current=0
            local word before="${COMP_LINE:0:COMP_POINT}"
            for ((index = 1; index < ${#COMP_WORDS[@]}; index++)); do
                word="${COMP_WORDS[index]}"
                if [[ "${word}" == =* || "${COMP_WORDS[index - 1]}" == *= && "${COMP_WORDS[index - 1]}" != -* ]] \
                    && ! [[ ${index} -eq ${COMP_CWORD} && "${before}" == *' ' ]]; then
                    words[${#words[@]} - 1]+="${word}"
                else
                    words+=("${word}")
                fi
                ((index == COMP_CWORD)) && current=$((${#words[@]} - 1))
            done
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD=current
            word="${words[current]}"
            _tvsim "${1}" "${word}" "${words[current - 1]}"
            if [[ "${word}" == *=* && "${word}" != [\'\"]* ]]; then
                COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
            elif [[ ${#COMPREPLY[@]} -gt 0 && "${COMPREPLY[*]}" == *= ]]; then
                compopt -o nospace 2>/dev/null
            fi
        }

        complete -o filenames -F _tvsim_joined tvsim
        """#
}
