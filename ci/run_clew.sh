#!/usr/bin/env bash
# What the GitHub Action does: run one command of clew, and print its report once more in the formats of the machine.
# Inputs are in CLEW_…; the exit code is that of the command.  Words are split as a shell does, but nothing is expanded:
# names of files may come from a pull request.
set -uo pipefail
python=${CLEW_PYTHON:-python}
clew() { "$python" -m clew "$@"; }
words() { "$python" -c 'import shlex, sys; sys.stdout.writelines(word + "\n" for word in shlex.split(sys.argv[1]))' "$1"; }
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
mapfile -t paths < <(words "${CLEW_PATHS:-.}")
mapfile -t arguments < <(words "${CLEW_ARGUMENTS:-}")

case "${CLEW_COMMAND:=check}" in
    diff)
        if [ -z "${CLEW_REVISION:-}" ]; then
            echo "::error::clew diff wants a revision: say which (revision: origin/main), and fetch it (fetch-depth: 0)"
            exit 2
        fi
        clew diff "$CLEW_REVISION" "${paths[@]}" "${arguments[@]}" --markdown | tee -a "$summary"
        exit "${PIPESTATUS[0]}"
        ;;
    check | cover | dead) ;;
    *)
        echo "::error::the Action has the commands check, dead, cover and diff, not $CLEW_COMMAND"
        exit 2
        ;;
esac

[ -n "${CLEW_SHARD:-}" ] && arguments+=(--shard "$CLEW_SHARD")
[ -n "${CLEW_HTML:-}" ] && arguments+=(--html "$CLEW_HTML")
[ "$CLEW_COMMAND" = check ] && arguments+=(--no-write)
rm -f .clew/last.json
clew "$CLEW_COMMAND" "${paths[@]}" "${arguments[@]}"
code=$?
if [ -f .clew/last.json ]; then
    clew report --output-format markdown >> "$summary"
    [ -n "${CLEW_JUNIT:-}" ] && clew report --output-format junit > "$CLEW_JUNIT"
    if [ "$CLEW_COMMAND" != cover ]; then
        clew report --output-format github
        [ -n "${CLEW_SARIF:-}" ] && clew report --output-format sarif > "$CLEW_SARIF"
    fi
fi
exit "$code"
