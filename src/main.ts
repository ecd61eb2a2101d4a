// The process: hands the words of the command line to the command that they name.
import { runCommandLine } from './cli/main.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
