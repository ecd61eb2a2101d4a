// The door of the instance domain for the command line.
export { streamFindings } from './audit-stream/findings.ts';
export { readStreamStatus, streamResource } from './audit-stream/status.ts';
export { checkDataFolder } from './doctor/data-folder.ts';
export { type Finding, ok, problem, warning } from './doctor/finding.ts';
export {
  checkCertificate,
  checkDisk,
  clockFinding,
  countFindings,
  databaseClockFindings,
  engineFinding,
  nodeFinding,
  postgresFindings,
  proxyFindings,
  signInFindings,
  waitingFindings,
} from './doctor/findings.ts';
export { requireReadableSecrets } from './encryption-key/readable.ts';
export { rotateEncryptionKey } from './encryption-key/rotation.ts';
export { heldFindings } from './held/findings.ts';
export { heldResource } from './resumption/resource.ts';
export { readHeldWork, resumeInstance } from './resumption/resumption.ts';
export { getRetentionPolicy, removeRetentionPolicy, setRetentionPolicy } from './retention/data-retention.ts';
export { policyInput } from './retention/input.ts';
export { previewPurge, type SupersededTotal } from './retention/purge.ts';
export { retentionResource } from './retention/resource.ts';
export { changeGroup, type NamedGroup, namedGroups, readGroup } from './settings/named-groups.ts';
export { settingsResource } from './settings/resource.ts';
export { traceAuthorities, tracingFinding } from './tracing/tracing.ts';
export { workloadInput } from './workload-identity/input.ts';
export { keyStatus, publishedKeys, rotateKey, trimKeys } from './workload-identity/oidc.ts';
export { signToken } from './workload-identity/token.ts';
