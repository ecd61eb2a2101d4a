#!/usr/bin/env node
// Runs the command from a checkout of this project, such as that of an action or of a hook; the first run installs what it needs.
// Plain JavaScript for an old Node.
import { fileURLToPath } from 'node:url';
import { currentBundle } from '../bin/bundle.js';
import { installPackages } from '../scripts/packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
await installPackages(root, 'what Tipstaff needs', true);
if (currentBundle(root) === undefined) await import('../scripts/bundle.js');
await import('../bin/tipstaff.js');
