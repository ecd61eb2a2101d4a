// Audit domain: the audit records of all changes, the hash chain that seals them, and the lists that show them.
import type { Context } from '../../context.ts';
import { openAnchor } from './anchor.ts';
import { archivedRemovalJob } from './archive.ts';
import { auditConditions } from './conditions.ts';
import { sealedKey } from './key.ts';
import { auditRoutes } from './routes.ts';
import { sealingJob } from './sealing.ts';
import { verificationJob } from './verification.ts';

export { auditAnchor, rollbackSentence } from './anchor.ts';
export { archiveRecords } from './archive.ts';
export { type Audited, auditedRead, auditedTransaction } from './audit.ts';
export type { Head } from './chain-head.ts';
export { type HistoryOf, lastRecords, listHistory, recordedSince } from './history.ts';
export type { AuditRecord } from './record.ts';
export { auditEventResource, changeAttributes, exportedRecord } from './resource.ts';
export { headBefore, lastPlace, sealedRecordsAfter, timeAfterPlace } from './stream-source.ts';
export { listAuditEvents } from './trail.ts';
export { eventList } from './trail-store.ts';
export { chainMeta, withChain } from './verification.ts';
export { sealedHead, verifyChain } from './verify.ts';

export const audit = {
  routes: auditRoutes,
  open: openAnchor,
  jobs: (context: Context) => [sealingJob(context), verificationJob(context), archivedRemovalJob(context)],
  sealed: { 'instance.value': sealedKey },
  conditions: auditConditions,
};
