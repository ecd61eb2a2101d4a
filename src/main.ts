// Entry point of the process: runs the command given on the command line.
import { runCommandLine } from './cli/main.ts';

// NOTE: the promise is not awaited, because the single executable loads this module with `require`.
runCommandLine(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    throw error;
  },
);
