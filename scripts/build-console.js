// Builds the console if its sources have changed since the last build. This file is plain JavaScript, because the build
// of the container image also runs it.
import { buildConsole } from './console.js';

buildConsole(true);
