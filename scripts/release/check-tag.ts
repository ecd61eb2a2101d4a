// First step of the release workflow. It fails if the tag does not match the version in the commit, if the commit is
// not on the main branch, if the changelog has no section for the version, or if the chart would be pushed to the
// repository of the image and overwrite the image.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { version } from '../../src/kernel/version.ts';
import { git } from '../git.ts';
import { releaseNotes } from './changelog.ts';
import { requiredVariable } from './publishing.ts';
import { root } from './source.ts';
import { say } from './words.ts';

const tag = requiredVariable('GITHUB_REF_NAME');
if (tag !== `v${version}`) {
  throw new Error(`The tag ${tag} does not match version ${version} in package.json: the tag has to be v${version}.`);
}
await git(root, 'merge-base', '--is-ancestor', 'HEAD', 'origin/main').catch(() => {
  throw new Error(`The commit of ${tag} is not on the main branch: push the commit to main first.`);
});
releaseNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
const { IMAGE_REPOSITORY: image = '', CHART_REPOSITORY: chart = '' } = processEnvironment;
if (image !== '' && image === `${chart}/tipstaff`) {
  throw new Error(`The chart would overwrite the image in ${image}: set CHART_REPOSITORY to another repository.`);
}
say(`${tag} is a commit of main and has release notes.`);
