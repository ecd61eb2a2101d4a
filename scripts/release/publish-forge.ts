// Creates the release for a tag on the forge. The release contains the artefacts, and the attestation that GitHub
// signed for them.
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../src/kernel/version.ts';
import { releaseNotes } from './changelog.ts';
import { releasedFiles, requiredVariable, runLogged } from './publishing.ts';
import { releaseFolder, root } from './source.ts';

const tag = requiredVariable('GITHUB_REF_NAME');
const repository = requiredVariable('GITHUB_REPOSITORY');
const address = `${requiredVariable('GITHUB_SERVER_URL')}/${repository}/blob/${tag}`;
await releasedFiles(/./);
await copyFile(requiredVariable('ATTESTATION'), join(releaseFolder, 'attestation.sigstore.json'));
const notes = releaseNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
const files = (await readdir(releaseFolder)).sort().map((name) => join(releaseFolder, name));
runLogged(
  'gh',
  ['release', 'create', tag, '--repo', repository, '--verify-tag', '--title', tag, '--notes-file', '-', ...files],
  // Relative links in the changelog are made absolute, because they do not work on the page of a release.
  notes.replaceAll('](docs/', `](${address}/docs/`),
);
