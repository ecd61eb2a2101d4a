// The process: hands the words of the command line to the command that they name.
import { runCommandLine } from './cli/main.ts';

// NOTE: not awaited, since the executable requires this module.
runCommandLine(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    throw error;
  },
);
