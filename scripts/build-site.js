// Builds the documentation site if its pages have changed since the last build. This file is plain JavaScript, because
// the build of the container image also runs it.
import { buildSite } from './site.js';

buildSite(true);
