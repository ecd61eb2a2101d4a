// Templates of new policies: code in Rego, and its tests beside it.
import { sampleFor } from './sample.ts';

const files = import.meta.glob<string>('./templates/*.rego', { query: '?raw', import: 'default', eager: true });

/** The templates in the order in which they are offered; each is the name of a file and of its package. */
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
  /** Undefined without tests. */
  readonly tests: string | undefined;
  /** The name that the policy is proposed. */
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
