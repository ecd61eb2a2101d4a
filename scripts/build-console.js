// Builds the console if its sources have changed since the last build. This file is plain JavaScript, so that it also
// runs on old Node.js versions.
import { buildConsole } from './console.js';

await buildConsole(true);
