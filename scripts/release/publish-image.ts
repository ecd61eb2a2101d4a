// Publishes the container image to the repository in IMAGE_REPOSITORY, such as `registry.example.com/acme/tipstaff`.
// Skopeo copies the image unchanged, so that its digest in the registry is the digest of the released archive.
import { version } from '../../src/kernel/version.ts';
import { releasedFiles, requiredVariable, runLogged, signIn } from './publishing.ts';

const repository = requiredVariable('IMAGE_REPOSITORY');
const files = await releasedFiles(/-image-.+\.tar$/);
signIn(['skopeo', 'login'], repository, 'IMAGE');
for (const path of files) {
  runLogged('skopeo', ['copy', '--preserve-digests', `oci-archive:${path}`, `docker://${repository}:${version}`]);
}
