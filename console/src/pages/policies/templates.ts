// Templates for new policies, each with Rego code and tests.
import { sampleFor } from './sample.ts';

const files = import.meta.glob<string>('./templates/*.rego', { query: '?raw', import: 'default', eager: true });

/**
 * Names of the templates in the order in which they are shown. A name is also the name of the template's file and Rego
 * package.
 */
export const templateNames = [
  'blank',
  'required_tags',
  'no_open_ports',
  'encrypted_storage',
  'allowed_regions',
  'instance_types',
  'protected_resources',
] as const;

export type TemplateName = (typeof templateNames)[number];

export interface Template {
  readonly code: string;
  /** Tests of the template. Undefined if it has no tests. */
  readonly tests: string | undefined;
  /** Proposed name for a policy that is created from the template. */
  readonly policyName: string;
}

const blank: Template = { code: sampleFor(undefined), tests: undefined, policyName: '' };

export const templateOf = (name: TemplateName): Template =>
  name === 'blank'
    ? blank
    : {
        code: files[`./templates/${name}.rego`] ?? '',
        tests: files[`./templates/${name}_test.rego`],
        policyName: name.replaceAll('_', '-'),
      };
