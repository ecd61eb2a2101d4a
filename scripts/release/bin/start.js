// This file is loaded only if the Node.js version is supported.
require('node:module').enableCompileCache();
void import('../dist/program/main.js');
