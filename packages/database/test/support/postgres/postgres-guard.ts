import { ExitGuard } from "../../../../../scripts/processes/exit-guard.ts";

/** Ends the PostgreSQL on the data folder `$2`, a halted one too, and deletes `$1`. */
const SCRIPT = `
cat >/dev/null 2>&1
if read -r pid 2>/dev/null <"$2/postmaster.pid"; then
  command=$(ps -o args= -p "$pid" 2>/dev/null || tr '\\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null)
  case $command in *"$2"*)
    kill -CONT $(cat "/proc/$pid/task/$pid/children")
    kill -QUIT "$pid"; kill -CONT "$pid"
    tries=0
    while kill -0 "$pid" && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -KILL "$pid"
  esac
fi 2>/dev/null
rm -rf "$1"
`;

/**
 * Ends a throw-away PostgreSQL when the process that started it is gone.
 *
 * @param scratch the folder to delete in the end
 * @param data the data folder of the PostgreSQL to end
 */
export function guardPostgres(scratch: string, data: string): ExitGuard {
  return new ExitGuard(SCRIPT, [scratch, data]);
}
