#!/usr/bin/env -S node --max-semi-space-size=8
// Entry point of an installed program. The syntax of this file is limited to ES2015, so that an old Node.js version can
// print the message about its version.
const oldestMajor = 24;

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  require('./start.js');
} else {
  process.stderr.write(
    `Tipstaff needs Node.js ${oldestMajor} or newer; this is ${process.version}. Install Node.js ${oldestMajor}, and try again.\n`,
  );
  process.exit(1);
}
