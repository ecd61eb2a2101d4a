// Read only by a Node.js that is recent enough.
require('node:module').enableCompileCache();
void import('../dist/program/main.js');
