// Bill of materials in the CycloneDX 1.6 JSON format.
import { createHash } from 'node:crypto';
import type { Release } from './artefact.ts';
import type { ListedComponent } from './component.ts';

export function sbomOf(
  { version, commit, time }: Pick<Release, 'version' | 'commit' | 'time'>,
  components: readonly ListedComponent[],
): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`tipstaff ${version} ${commit}`)}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/tipstaff@${version}`,
        name: 'tipstaff',
        version,
        purl: `pkg:npm/tipstaff@${version}`,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        properties: [{ name: 'tipstaff:commit', value: commit }],
      },
    },
    components: components.map(entryOf),
    // The list of the program's components is complete, but it does not contain the dependencies between them. The list
    // of the components in Node.js is incomplete, because Node.js does not report all versions.
    compositions: [
      { aggregate: 'complete', assemblies: [`pkg:npm/tipstaff@${version}`] },
      ...components.filter(isNode).map((component) => ({ aggregate: 'incomplete', assemblies: [purlOf(component)] })),
    ],
  };
}

function entryOf(component: ListedComponent): object {
  const { name, version, license, parts, source, hash, cpe } = component;
  const purl = purlOf(component);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(hash && { hashes: [hash] }),
    ...(license !== undefined && {
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(cpe !== undefined && { cpe }),
    purl,
    ...(source !== undefined && { externalReferences: [{ type: 'vcs', url: source }] }),
    properties: parts.map((part) => ({ name: 'tipstaff:part', value: part })),
  };
}

const isNode = ({ ecosystem, name }: ListedComponent): boolean => ecosystem === 'generic' && name === 'node';

/** Returns a package URL such as `pkg:npm/%40scope/name@1.0.0`. */
const purlOf = ({ ecosystem, name, version, qualifiers }: ListedComponent): string =>
  `pkg:${ecosystem}/${name.replace(/^@/, '%40').replaceAll('+', '%2B')}@${encodeURIComponent(version)}${qualifiers === undefined ? '' : `?${qualifiers}`}`;

/** Returns a UUID that is derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
