import type { Line } from './line.ts';

const guards = Array.from({ length: 11 }, (_, index) => [`lab_guard.g[${index}] does nothing`, 'old'] as const);

const unchanged: readonly Line[] = [
  { name: 'A plan that changes nothing', plan: 'nothing', policy: 'public' },
  { name: 'A plan without a refresh', plan: 'no-refresh', policy: 'public' },
  { name: 'A policy that sees the plan alone', plan: 'nothing', policy: 'public_raw', options: { form: 'raw' } },
  { name: 'A policy that takes the plan as a whole', plan: 'nothing', policy: 'whole' },
].map((line) => ({ ...line, findings: { 'lab_bucket.kept is public': 'old' } as const }));

const others: readonly Line[] = [
  {
    name: 'A finding that is an object, with a word that resembles an address',
    plan: 'nothing',
    policy: 'public_object',
    findings: { '{"fact":"t3.micro is small","resource":"lab_bucket.kept"}': 'old' },
  },
  {
    name: 'A finding that has its address twice',
    plan: 'nothing',
    policy: 'together_same',
    findings: { 'lab_bucket.kept, see lab_bucket.kept': 'old' },
  },
  { name: 'A moved resource', plan: 'moved', policy: 'public', findings: { 'lab_bucket.renamed is public': 'old' } },
  {
    name: 'A resource moved to another module',
    plan: 'moved-between-modules',
    policy: 'public',
    findings: { 'module.two.lab_bucket.b is public': 'old' },
  },
  {
    name: 'A resource that gets a count',
    plan: 'moved-to-count',
    policy: 'public',
    findings: { 'lab_bucket.b[0] is public': 'old' },
  },
  {
    name: 'A moved resource whose address is the start of another address',
    plan: 'moved-to-index',
    policy: 'guard_none',
    findings: Object.fromEntries(guards),
  },
  {
    name: 'Changed tags that the policy does not name',
    plan: 'tags',
    policy: 'public',
    findings: { 'lab_bucket.b is public': 'old' },
  },
  {
    name: 'An attribute that changes from null to an empty default',
    plan: 'default',
    policy: 'options',
    findings: { 'lab_bucket.b keeps no releases': 'old' },
  },
  {
    name: 'A finding that is also present without the changed attribute of another resource',
    plan: 'update-of-another',
    policy: 'guard_missing',
    findings: { 'lab_bucket.b is open': 'old' },
  },
];

/** Plans all of whose findings are old. */
export const oldLines: readonly Line[] = [...unchanged, ...others];
