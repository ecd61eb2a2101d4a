// Builds the console if its sources have changed since the last build. Plain JavaScript, because the container image
// also runs this script.
import { buildConsole } from './console.js';

buildConsole(true);
