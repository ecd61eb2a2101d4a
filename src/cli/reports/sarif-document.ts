// Writes SARIF 2.1.0. The document also has the properties that GitHub code scanning requires.
import { createHash } from 'node:crypto';
import type { Invocation, Location, Log, PropertyBag, ReportingDescriptor, Result } from 'sarif';
import { version } from '../../kernel/version.ts';
import { isScore, type Severity, severityOf } from '../../protocols/policy-output/severity.ts';

type Level = 'error' | 'warning' | 'note';

export interface SarifRule {
  readonly id: string;
  /** Name without spaces. Set if the rule's identifier is not suitable as a name. */
  readonly name?: string;
  readonly summary: string;
  readonly description: string;
  /** Advice for fixing a finding of the rule. */
  readonly help: string;
  /** URL with more information about the rule. */
  readonly helpUri?: string | undefined;
  readonly level: Level;
  /**
   * Severity as the policy's author wrote it. It is a severity of code scanning, such as `high`, or a score from 0 to
   * 10.
   */
  readonly severity?: string | undefined;
}

interface SarifPlace {
  readonly file: string;
  readonly line: number;
}

export interface SarifResult extends SarifPlace {
  readonly rule: string;
  readonly ruleIndex: number;
  readonly level: Level;
  readonly message: string;
  /** File of the policy, if the result is at a line of the configuration. */
  readonly policyPlace?: SarifPlace | undefined;
  /** Name of the object that the finding is about, such as a module. */
  readonly module?: string;
  /**
   * Identifies the finding over several runs: `text` does not change from run to run, and `key` names the method that
   * derived `text`.
   */
  readonly fingerprint: { readonly key: string; readonly text: string };
  /** Whether the finding was present before; undefined if this is not known. */
  readonly baselineState?: 'new' | 'unchanged' | undefined;
}

/** Builds the SARIF log. Notices concern the whole run. Errors say what could not be checked. */
export const sarifLog = (
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
  notices: readonly string[] = [],
  errors: readonly string[] = [],
): Log => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Tipstaff', version, rules: rules.map(descriptorOf) } },
      ...(notices.length + errors.length > 0 && { invocations: [invocationWith(notices, errors)] }),
      results: results.map(resultOf),
    },
  ],
});

const invocationWith = (notices: readonly string[], errors: readonly string[]): Invocation => ({
  executionSuccessful: errors.length === 0,
  toolExecutionNotifications: [
    ...errors.map((text) => ({ level: 'error' as const, message: { text } })),
    ...notices.map((text) => ({ level: 'warning' as const, message: { text } })),
  ],
});

const descriptorOf = ({
  id,
  name,
  summary,
  description,
  help,
  helpUri,
  level,
  severity,
}: SarifRule): ReportingDescriptor => ({
  id,
  ...(name !== undefined && { name }),
  shortDescription: { text: summary },
  fullDescription: { text: description },
  help: { text: help },
  ...(helpUri && { helpUri }),
  defaultConfiguration: { level },
  ...(severity && { properties: propertiesOf(severity) }),
});

/** Scores by severity. GitHub code scanning shows each score as the severity that it belongs to. */
const scores: ReadonlyMap<Severity | undefined, string> = new Map([
  ['critical', '9.5'],
  ['high', '8.0'],
  ['medium', '5.5'],
  ['low', '2.0'],
]);

function propertiesOf(severity: string): PropertyBag {
  const score = isScore(severity) ? severity : scores.get(severityOf(severity));
  return { severity, ...(score !== undefined && { tags: ['security'], 'security-severity': score }) };
}

const resultOf = (result: SarifResult): Result => ({
  ruleId: result.rule,
  ruleIndex: result.ruleIndex,
  level: result.level,
  message: { text: result.message },
  locations: [locationOf(result)],
  ...(result.policyPlace && { relatedLocations: [{ ...locationOf(result.policyPlace), message: { text: 'Policy' } }] }),
  partialFingerprints: { [result.fingerprint.key]: hashOf(result.fingerprint.text) },
  ...(result.baselineState && { baselineState: result.baselineState }),
});

const locationOf = ({ file, line, module = '' }: SarifPlace & Pick<SarifResult, 'module'>): Location => ({
  physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } },
  ...(module !== '' && { logicalLocations: [{ fullyQualifiedName: module, kind: 'module' }] }),
});

/** Encodes a path as a URI reference. */
const uriOf = (path: string): string =>
  path.replaceAll('\\', '/').toWellFormed().split('/').map(encodeURIComponent).join('/');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
