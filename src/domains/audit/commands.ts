// The only module of the audit domain that the command line may import besides `index.ts`.
export { headFact, type Rollback, readHeadFile, rollbackOf } from './anchor.ts';
export { type Archive, readArchive } from './archive.ts';
export { type Head, headText, readHead } from './chain-head.ts';
export { readStart } from './chain-start.ts';
export { auditRecords } from './export.ts';
export type { AuditRecord } from './record.ts';
export { auditLine, auditResource, exportedRecord } from './resource.ts';
export { keepSafe } from './safekeeping.ts';
export { sealingJob } from './sealing.ts';
export { listAuditRecords, organizationIdOf } from './trail.ts';
export { auditList } from './trail-store.ts';
export type { Verification } from './verify.ts';
