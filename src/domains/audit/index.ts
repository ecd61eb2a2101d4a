// The audit domain: the record of every change, its chain, and the trails that show it.
import type { Context } from '../../context.ts';
import { openAnchor } from './anchor.ts';
import { archivedRemovalJob } from './archive.ts';
import { sealedKey } from './key.ts';
import { auditRoutes } from './routes.ts';
import { sealingJob } from './sealing.ts';
import { oldestUnsealed } from './store.ts';
import { verificationJob } from './verification.ts';

export {
  auditAnchor,
  headLook,
  type Rollback,
  readHeadFile,
  rollbackOf,
  rollbackSentence,
} from './anchor.ts';
export { type Archive, archiveRecords, readArchive } from './archive.ts';
export { type Audited, auditedRead, auditedTransaction } from './audit.ts';
export { type Head, headText, readHead, readStartHead } from './chain-head.ts';
export { readStart } from './chain-start.ts';
export { auditRecords } from './export.ts';
export type { AuditRecord } from './record.ts';
export { auditEventResource, auditLine, auditResource } from './resource.ts';
export { keepSafe } from './safekeeping.ts';
export { sealingJob } from './sealing.ts';
export { oldestUnsealed } from './store.ts';
export { eventQuery, listAuditEvents, listAuditRecords, organizationIdOf, trailQuery } from './trail.ts';
export { chainMeta, withChain } from './verification.ts';
export { sealedHead, type Verification, verifyChain } from './verify.ts';

export const audit = {
  routes: auditRoutes,
  open: openAnchor,
  jobs: (context: Context) => [sealingJob(context), verificationJob(context), archivedRemovalJob(context)],
  sealed: { 'instance.value': sealedKey },
  looks: { oldestUnsealed },
};
