// Builds the documentation site if its pages have changed since the last build. This file is plain JavaScript, so that
// it also runs on old Node.js versions.
import { buildSite } from './site.js';

await buildSite(true);
