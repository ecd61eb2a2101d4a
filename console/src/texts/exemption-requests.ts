/** Display names of the statuses of exemption requests. */
export const requestStatuses = {
  open: 'Open',
  granted: 'Granted',
  refused: 'Refused',
  expired: 'Expired',
} as const;

/** Effect of an exemption on the evaluation for which it was requested. */
export const nextEvaluation = 'The exemption takes effect with the next evaluation.';
