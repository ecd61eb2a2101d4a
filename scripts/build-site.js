// Builds the documentation site if its pages have changed since the last build. Plain JavaScript, because the container
// image also runs this script.
import { buildSite } from './site.js';

buildSite(true);
