import { useQueryClient } from '@tanstack/react-query';
import { type Evaluation, evaluationQuery, refreshEvaluations } from '../../api/evaluations.ts';

/** Shows an evaluation as a change answered it. */
export const useRenewal = (id: string) => {
  const queryClient = useQueryClient();
  return async (document: { readonly data: Evaluation }) => {
    // The names of what it is of do not come with the answer, and stay.
    queryClient.setQueryData(evaluationQuery(id).queryKey, (before) => ({ ...before, ...document }));
    await refreshEvaluations(queryClient);
  };
};
