#!/usr/bin/env -S node --max-semi-space-size=8
// The command of an installed program. In syntax that any Node.js reads: an old one has to get as far as the sentence.
// biome-ignore lint/complexity/useArrowFunction lint/suspicious/noVar lint/style/useTemplate: for old versions of Node.js
(function () {
  var oldest = 24;
  if (Number(process.versions.node.split('.')[0]) >= oldest) return require('./start.js');
  process.stderr.write('Tipstaff needs Node.js ' + oldest + ' or newer; this is ' + process.version + '. Install Node.js ' + oldest + ', and try again.\n');
  process.exit(1);
})();
