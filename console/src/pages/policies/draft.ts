// State of the code editor: the code when the page was opened, the current text, and the function that saves it.
import { useCallback, useRef, useState } from 'react';
import {
  type CodeInForce,
  checkDraft,
  maxCheckedLength,
  newestRevision,
  type Policy,
  policyQuery,
  readCodeInForce,
  uploadCode,
} from '../../api/policies.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import type { CodeProblem } from '../../components/code/editor.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useAct } from '../../components/use-act.ts';
import { usePolicyParams } from './frame.tsx';
import { type CheckState, errorsIn } from './problems.tsx';
import { askAboutCode } from './question.ts';
import { sampleFor } from './sample.ts';

/** Attributes of a policy that affect the code check. */
export interface CheckedFor {
  readonly attributes: Pick<Policy['attributes'], 'kind' | 'query'>;
}

/** Returns the reason why the policy's code is not checked during editing. Undefined if the code is checked. */
export const whyUnchecked = ({ attributes }: CheckedFor, code: string): string | undefined => {
  if (attributes.kind !== 'opa') return 'This service does not check policies of this kind.';
  return code.length > maxCheckedLength
    ? 'Code with more than 1,000,000 characters is not checked while you type.'
    : undefined;
};

/** Checks the current text of the editor. Results for earlier texts are discarded. */
export function useCheck(organization: string, policy: CheckedFor) {
  const [check, setCheck] = useState<CheckState>({ state: 'checking' });
  const turn = useRef(0);
  const run = useCallback(
    async (code: string): Promise<readonly CodeProblem[]> => {
      turn.current += 1;
      const own = turn.current;
      if (code === '' || whyUnchecked(policy, code) !== undefined) return [];
      setCheck({ state: 'checking' });
      try {
        const { problems } = await checked(organization, policy, code);
        if (own !== turn.current) return [];
        setCheck({ state: 'checked', problems });
        return problems;
      } catch {
        if (own === turn.current) setCheck({ state: 'unchecked' });
        return [];
      }
    },
    [organization, policy],
  );
  return { check, run };
}

const checked = async (organization: string, { attributes }: CheckedFor, code: string) => {
  const { kind, query = null } = attributes;
  return (await checkDraft(organization, { kind, query, code })).data.attributes;
};

/** Returns the formatted code. Null if the code cannot be parsed. */
export const formattedCode = async (organization: string, policy: Policy, code: string): Promise<string | null> =>
  (await checked(organization, policy, code)).formatted;

/** Checks the code, and returns the number of errors. 0 if the service does not check the code. */
export const countErrors = async (organization: string, policy: CheckedFor, code: string): Promise<number> =>
  code === '' || whyUnchecked(policy, code) !== undefined
    ? 0
    : errorsIn({ state: 'checked', problems: (await checked(organization, policy, code)).problems });

/** Returns the text that the editor contains initially if the policy has no code. */
const firstCode = ({ attributes: { kind, query } }: Policy): string => (kind === 'opa' ? sampleFor(query) : '');

/** Draft of the code. Initially it is the code that the policy had when the page was opened. */
export function useDraft(policy: Policy, opened: CodeInForce) {
  const { organization } = usePolicyParams();
  const [base, setBase] = useState(opened);
  const [code, setCode] = useState(opened.code ?? firstCode(policy));
  const [message, setMessage] = useState('');
  const [newer, setNewer] = useState<number>();
  const { failure, isRunning: isSaving, run } = useAct();

  const put = async (): Promise<void> => {
    const errors = await countErrors(organization, policy, code);
    const shown = await askAboutCode(organization, policy, { errors, tried: { code } });
    const document = await uploadCode(policy.id, { query: { message, ...shown }, content: code });
    queryClient.setQueryData(policyQuery(policy.id).queryKey, document);
    setBase({ code, revision: await newestRevision(policy.id) });
    setMessage('');
    setNewer(undefined);
    notifyDone('The code was saved and is now active.');
    await refresh('policy', policy.id, 'revisions');
  };

  /** Saves the draft. If another user has uploaded code since the page was opened, the user has to confirm first. */
  const save = (isForced: boolean): Promise<void> =>
    run(async () => {
      const newest = isForced ? base.revision : await newestRevision(policy.id);
      if (newest === base.revision) await put();
      else setNewer(newest);
    });

  const reload = async (): Promise<void> => {
    const present = await readCodeInForce(policy.id);
    setBase(present);
    setCode(present.code ?? '');
    setNewer(undefined);
  };

  const isChanged = code !== base.code;
  return { base, code, setCode, message, setMessage, newer, failure, isSaving, isChanged, save, reload };
}
