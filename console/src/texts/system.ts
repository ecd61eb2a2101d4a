export const statuses = { ok: 'OK', warning: 'Warning', problem: 'Problem' } as const;
