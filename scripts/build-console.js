// Builds the console where its sources are newer than what was built; plain JavaScript, since the image runs it too.
import { buildConsole } from './console.js';

buildConsole(true);
