export const statuses: Readonly<Record<string, string>> = {
  accepted: 'Fetching the plan',
  evaluating: 'Evaluating',
  answering: 'Answering',
  answered: 'Answered',
};
