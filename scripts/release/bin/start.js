// Read only by a Node.js that is recent enough.
require('node:module').enableCompileCache();
import('../dist/program/main.js');
