#!/usr/bin/env -S node --max-semi-space-size=8
// The command of an installed program, in syntax of 2015: an old Node has to get as far as the sentence.
const oldestMajor = 24;

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  require('./start.js');
} else {
  process.stderr.write(
    `Tipstaff needs Node.js ${oldestMajor} or newer; this is ${process.version}. Install Node.js ${oldestMajor}, and try again.\n`,
  );
  process.exit(1);
}
