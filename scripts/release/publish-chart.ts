// Publishes the Helm chart below the repository in CHART_REPOSITORY. For `registry.example.com/charts`, the chart is
// published as `oci://registry.example.com/charts/tipstaff`.
import { releasedFiles, requiredVariable, runLogged, signIn } from './publishing.ts';

const repository = requiredVariable('CHART_REPOSITORY');
const files = await releasedFiles(/^tipstaff-chart-.+\.tgz$/);
signIn(['helm', 'registry', 'login'], repository, 'CHART');
for (const path of files) runLogged('helm', ['push', path, `oci://${repository}`]);
