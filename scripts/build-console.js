// Builds the console where its sources are newer than what was built; plain JavaScript, since the image runs it too.
import { buildConsole } from './console.js';

// biome-ignore lint/style/noProcessEnv: npm tells a script where npm is only there
const npm = process.env.npm_execpath ?? 'npm';
buildConsole(npm.endsWith('js') ? [process.execPath, [npm]] : [npm, []], true);
