// Builds the documentation where its pages are newer than what was built; plain JavaScript, since the image runs it too.
import { buildSite } from './site.js';

buildSite(true);
