// Policy inputs that the service recorded without sensitive values. Replays use them.
import type { Resource } from './client.ts';
import { inputList } from './list-specs.ts';
import { deleting, list, record, totalOf } from './query.ts';

export type RecordedPlan = Resource<'policy-inputs'>;

const inputs = '/api/v2/organizations/{organization_name}/policy-inputs';

/** An organization's recorded inputs, newest first. */
export const recordedPlansQuery = list('policy-inputs', inputs, { spec: inputList });

/** Number of an organization's recorded inputs. */
export const inputCountQuery = record('policy-inputs', inputs, {
  part: 'count',
  query: { 'page[size]': 1 },
  shown: totalOf,
});

/** Maximum number of recorded inputs in a selection list. The newest inputs are listed. */
const maxChoices = 50;

export const recordedInputsQuery = record('policy-inputs', inputs, {
  part: 'newest',
  query: { 'page[size]': maxChoices },
});

export const deleteRecordedPlan = deleting(`${inputs}/{policy_input_id}`);

export const deleteRecordedPlans = deleting(inputs);
