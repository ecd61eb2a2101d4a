// Runs the parts of the set-up and reports their progress. This file is plain JavaScript, so that it also
// runs on old Node.js versions.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const say = (text) => process.stdout.write(`${text}\n`);

/** Interval in ms between two progress lines. */
const interval = 4_000;

/**
 * Runs a program and returns its exit status, or null if a signal ended the program. Prints `what` first, and then a
 * line with the elapsed seconds every 4 seconds.
 */
export async function runReporting(what, command, args, options) {
  say(`${what}...`);
  const startedAt = Date.now();
  const timer = setInterval(() => say(`${what}: ${Math.round((Date.now() - startedAt) / 1_000)} s`), interval);
  const output = [];
  try {
    const child = spawn(command, args, options);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => output.push(piece));
    const [status] = await once(child, 'close');
    if (status !== 0) process.stderr.write(Buffer.concat(output));
    return status;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return null;
  } finally {
    clearInterval(timer);
  }
}

/** Calls `act` with each item. Prints how many items are done, at most every 4 seconds. */
export function eachReporting(what, items, act) {
  let reportedAt = Date.now();
  for (const [index, item] of items.entries()) {
    if (Date.now() - reportedAt >= interval) {
      reportedAt = Date.now();
      say(`${what}: ${index} of ${items.length} files`);
    }
    act(item);
  }
}
