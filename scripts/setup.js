// Runs before every npm script and installs missing packages. This file is plain JavaScript, so that it also runs on
// old Node.js versions.
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currentBundle } from '../bin/bundle.js';
import { buildConsole } from './console.js';
import { installPackages } from './packages.js';
import { say } from './run-reporting.js';
import { buildSite, buildSiteInBackground } from './site.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const wantsOnlyProduction = process.argv.includes('--production');

await installPackages(root, 'the packages of Tipstaff', wantsOnlyProduction);

// npm links only the commands of dependencies. With this link, `npx tipstaff` starts immediately, without asking
// whether to install a package.
const link = `${root}node_modules/.bin/tipstaff`;
if (process.platform !== 'win32' && !existsSync(link)) symlinkSync('../../bin/tipstaff.js', link);

await buildConsole(wantsOnlyProduction);
// Before the service starts, the documentation is built in the background, so that the start does not wait for it.
if (wantsOnlyProduction) buildSiteInBackground();
else await buildSite(false);

if (currentBundle(root) === undefined) {
  say('Building the server...');
  await import('./bundle.js');
}
