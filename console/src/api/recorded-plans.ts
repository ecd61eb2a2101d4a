// Plans that policies saw, recorded without what is sensitive: the inputs of replays.
import type { Resource } from './client.ts';
import { inputList } from './list-specs.ts';
import { deleting, list, record, totalOf } from './query.ts';

export type RecordedPlan = Resource<'policy-inputs'>;

const inputs = '/api/v2/organizations/{organization_name}/policy-inputs';

/** The recorded plans of an organization, the newest first. */
export const recordedPlansQuery = list('policy-inputs', inputs, { spec: inputList });

/** Number of inputs that an organization has stored. */
export const inputCountQuery = record('policy-inputs', inputs, {
  part: 'count',
  query: { 'page[size]': 1 },
  shown: totalOf,
});

/** Number of recorded inputs that can be chosen: the newest. */
const maxChoices = 50;

export const recordedInputsQuery = record('policy-inputs', inputs, {
  part: 'newest',
  query: { 'page[size]': maxChoices },
});

export const deleteRecordedPlan = deleting(`${inputs}/{policy_input_id}`);

export const deleteRecordedPlans = deleting(inputs);
