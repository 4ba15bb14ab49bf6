import ArgumentParser

/// The completion script for bash.
enum BashCompletion {
    /// Returns the parser's script with a function before it that keeps `KEY=VALUE` one word.
    ///
    /// Bash splits a word at `=`, so the parser's script takes the value for a word of its own, and completes nothing.
    static func joining(_ script: String) -> String {
        let registration = "complete -o filenames -F _tvsim tvsim"
        guard script.contains(registration) else { return script }
        return script.replacing(registration, with: wrapper)
    }

    private static let wrapper = #"""
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
            if [[ "${word}" == *=* ]]; then
                COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
            elif [[ ${#COMPREPLY[@]} -gt 0 && "${COMPREPLY[*]}" == *= ]]; then
                compopt -o nospace
            fi
        }

        complete -o filenames -F _tvsim_joined tvsim
        """#
}
