import { serviceFrom } from '../../client/service.ts';
import { type BlockingFindings, blockingFindings, listed, wantedOf } from '../../policy-service/blocking-findings.ts';
import { evaluationIn, newestEvaluation } from '../../policy-service/evaluations.ts';
import { exemptionsOf, headings, requestsOf, rowsOf, withWorkspace } from '../../policy-service/exemptions.ts';
import { onlyOrganizationFrom } from '../../policy-service/organization-service.ts';
import { endIn } from '../../policy-service/until.ts';
import { workspaceIn } from '../../policy-service/workspaces.ts';
import { type Action, type OptionsOf, type Output, type Terminal, UsageError } from '../../terminal/command.ts';
import { aligned } from '../../terminal/output.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import type { exemptionCommands } from './command.ts';

type RequestOptions = OptionsOf<typeof exemptionCommands.request>;

const type = 'policy-exemption-requests';

export const request: Action<typeof exemptionCommands.request> = async ({ options }, terminal) => {
  if (options.finding !== undefined && options.all)
    throw new UsageError('--finding and --all cannot be combined: leave one of them out.');
  const end = endIn(options.until);
  const { service, evaluation } = await evaluationOf(terminal, options);
  const found = await blockingFindings(service, evaluation, options.policy);
  const wanted = await wantedOf(terminal, found, options);
  if (wanted === undefined) return choicesOf(found, options);
  const subject = `an exemption from ${wanted.policy} for ${wanted.address ?? 'all its findings in the workspace'}`;
  const reason = options.reason ?? (terminal.isInteractive ? await askedReason(terminal, subject) : '');
  if (reason === '') throw new UsageError('Say why the exemption is needed: --reason <text>.');
  const { data } = await service.client.create('/api/v2/policy-evaluations/{policy_evaluation_id}/exemption-requests', {
    params: { policy_evaluation_id: evaluation },
    body: {
      data: {
        type,
        attributes: {
          'policy-id': wanted.policyId,
          'resource-address': wanted.address,
          reason,
          ...(end !== undefined && { 'expires-at': end }),
        },
      },
    },
    needs: ['status', 'reason', 'open-until', 'expires-at'],
  });
  const { reason: sent, 'open-until': until, 'expires-at': ends } = data.attributes;
  // If the caller already has an open request, the service answers with that request and changes nothing.
  const text =
    sent === reason
      ? `Requested ${subject}, ${ends === null ? 'without an end' : `until ${ends}`}: ${data.id}. The request can be granted until ${until}. After the grant, run the check again.`
      : `You have already requested ${subject}: ${data.id}. The earlier request was not changed. To replace it, run "tipstaff exemption revoke ${data.id}" and ask again.`;
  return { text: terminalText(text), json: { request: { id: data.id, ...data.attributes } } };
};

function askedReason(terminal: Terminal, subject: string): Promise<string> {
  terminal.warn(terminalText(`You are asking for ${subject}.`));
  return terminal.ask('Reason:');
}

/** Returns the evaluation that the options name, or the newest evaluation of the workspace that they name. */
async function evaluationOf(terminal: Terminal, options: RequestOptions) {
  const { evaluation, workspace } = options;
  if (evaluation !== undefined && workspace === undefined)
    return { service: serviceFrom(terminal, options.url), evaluation: evaluationIn(evaluation) };
  if (evaluation !== undefined || workspace === undefined)
    throw new UsageError('Add either --workspace <name> or --evaluation <id or link>.');
  const service = await onlyOrganizationFrom(terminal, options);
  return { service, evaluation: await newestEvaluation(service, workspace) };
}

/** Lists the findings if the options leave a choice and the command cannot ask the user. */
function choicesOf(found: BlockingFindings, { policy }: RequestOptions): Output {
  const named = policy === undefined ? '' : ` --policy ${policy}`;
  const command = `tipstaff exemption request --evaluation ${found.evaluation}${named} --finding <number> --reason <text>`;
  const lines = ['Several findings block the plan:', ...listed(found), `To ask for an exemption, run: ${command}`];
  const findings = found.choices.map(({ policy: name, address, message }, index) => ({
    number: index + 1,
    policy: name,
    address,
    message,
  }));
  return {
    text: terminalText(lines.join('\n')),
    json: { evaluation: found.evaluation, findings, 'findings-left': found.left },
    exitCode: 2,
  };
}

export const list: Action<typeof exemptionCommands.list> = async ({ options }, terminal) => {
  const service = await onlyOrganizationFrom(terminal, options);
  const workspace = options.workspace === undefined ? undefined : await workspaceIn(service, options.workspace);
  const filter = { workspace, status: options.status };
  const requests = await requestsOf(service, filter);
  const exemptions = await exemptionsOf(service, filter);
  if (exemptions === undefined) terminal.warn('This token may not read exemptions, so only requests are listed.');
  const rows = await rowsOf(service, requests, exemptions ?? []);
  const json = { requests: requests.map(withWorkspace), exemptions: (exemptions ?? []).map(withWorkspace) };
  return { text: terminalText(aligned([headings, ...rows])), json };
};

export const grant: Action<typeof exemptionCommands.grant> = async ({ subject, options }, terminal) => {
  const end = endIn(options.until);
  const { client } = serviceFrom(terminal, options.url);
  const { data } = await client.post('/api/v2/policy-exemption-requests/{policy_exemption_request_id}/actions/grant', {
    params: { policy_exemption_request_id: subject },
    body: { data: { type, attributes: { ...(end !== undefined && { 'expires-at': end }) } } },
    needs: ['status', 'policy-name', 'resource-address', 'expires-at', 'policy-exemption'],
  });
  const exemption = data.relationships['policy-exemption'].data?.id ?? '';
  const { 'policy-name': policy, 'resource-address': address, 'expires-at': ends } = data.attributes;
  const until = ends === null ? 'without an end' : `until ${ends}`;
  const text = `Granted: the exemption ${exemption} from ${policy} covers ${address ?? 'all its findings in the workspace'}, ${until}.`;
  return { text: terminalText(text), json: { request: { id: data.id, ...data.attributes }, exemption } };
};

export const refuse: Action<typeof exemptionCommands.refuse> = async ({ subject, options }, terminal) => {
  const { comment, url } = options;
  if (comment === undefined) throw new UsageError('Say why the request is refused: --comment <text>.');
  const { client } = serviceFrom(terminal, url);
  const { data } = await client.post('/api/v2/policy-exemption-requests/{policy_exemption_request_id}/actions/refuse', {
    params: { policy_exemption_request_id: subject },
    body: { data: { type, attributes: { comment } } },
    needs: ['status'],
  });
  return { text: `Refused the request ${data.id}.`, json: { request: { id: data.id, ...data.attributes } } };
};

export const revoke: Action<typeof exemptionCommands.revoke> = async ({ subject, options }, terminal) => {
  const { client } = serviceFrom(terminal, options.url);
  if (/^polexreq-\w+$/.test(subject)) {
    await client.delete('/api/v2/policy-exemption-requests/{policy_exemption_request_id}', {
      params: { policy_exemption_request_id: subject },
    });
    return { text: `Withdrew the request ${subject}.`, json: { request: { id: subject } } };
  }
  if (/^polex-\w+$/.test(subject)) {
    await client.delete('/api/v2/policy-exemptions/{policy_exemption_id}', {
      params: { policy_exemption_id: subject },
    });
    return { text: `Ended the exemption ${subject}.`, json: { exemption: { id: subject } } };
  }
  if (/^polapp-\w+$/.test(subject)) {
    await client.delete('/api/v2/policy-approvals/{policy_approval_id}', { params: { policy_approval_id: subject } });
    return { text: `Ended the approval ${subject}.`, json: { approval: { id: subject } } };
  }
  throw new UsageError(
    `${subject} is not the identifier of an exemption, an approval or a request. "tipstaff exemption list" shows those of exemptions and requests, and "tipstaff evaluation override" prints that of an approval.`,
  );
};
