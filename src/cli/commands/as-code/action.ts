import { counted } from '../../../lib/text/text.ts';
import { filesFor } from '../../as-code/export-files.ts';
import { declaredInFolder } from '../../as-code/import-folder.ts';
import { declaredElsewhere, otherService, ownersFrom } from '../../as-code/import-instance.ts';
import { readInstance } from '../../as-code/instance.ts';
import { organizationsFolder, siteFile } from '../../as-code/layout.ts';
import { readFolder } from '../../as-code/read-folder.ts';
import { applyDeclared } from '../../as-code/run.ts';
import { leftOutLines } from '../../as-code/show-plan.ts';
import { targetFor } from '../../as-code/wire.ts';
import { serviceFrom } from '../../client/service.ts';
import { EffectReplays } from '../../policy-service/change-effects.ts';
import { writeFolder } from '../../policy-service/write-folder.ts';
import { type Action, CommandFailed, UsageError } from '../../terminal/command.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import type { asCodeCommands } from './command.ts';

export const exporting: Action<typeof asCodeCommands.exporting> = async ({ subject, options }, terminal) => {
  const service = serviceFrom(terminal, options.url);
  const { organization: named, force } = options;
  const target = targetFor(service);
  const organizations = named.length === 0 ? undefined : named;
  const { records, leftOut } = await readInstance(target, { organizations, site: organizations === undefined });
  for (const line of leftOutLines(leftOut)) terminal.warn(line.trim());
  const missing = named.filter(
    (name) => !records.some(({ kind, path }) => kind === 'organization' && path[0] === name),
  );
  if (missing.length > 0)
    throw new CommandFailed(
      ...missing.map((name) => `There is no organization ${name}, or this token has no permission to read it.`),
    );
  const { written, removed } = await writeFolder(subject, filesFor(records), {
    isForced: force,
    isOwn: (path) =>
      organizations === undefined
        ? path === siteFile.name || path.startsWith(`${organizationsFolder}/`)
        : organizations.some((name) => path.startsWith(`${organizationsFolder}/${name}/`)),
    words: { contents: 'other files', verb: 'export' },
  });
  const exported = counted(records.filter(({ kind }) => kind === 'organization').length, 'organization');
  const text = `Wrote ${counted(written.length, 'file')}, removed ${removed.length}: ${exported} of ${service.url}.`;
  return { text: terminalText(text), json: { folder: subject, written, removed, 'left-out': leftOut } };
};

export const apply: Action<typeof asCodeCommands.apply> = async ({ subject, options }, terminal) => {
  const folder = await readFolder(subject, terminal);
  const target = targetFor(serviceFrom(terminal, options.url));
  const replays = options.replay ? new EffectReplays(target, options, terminal) : undefined;
  return applyDeclared(target, folder, { ...options, terminal, replays });
};

export const importing: Action<typeof asCodeCommands.importing> = async ({ subject, options }, terminal) => {
  const { from, organization, into, dryRun, token, owner, contentHost } = options;
  if ((subject === '') === (from === undefined))
    throw new UsageError('Name either a folder, or another instance: --from <address>.');
  if (organization === undefined) throw new UsageError('Name the organization: --organization <name>.');
  if (from === undefined && (token !== undefined || owner.length > 0 || contentHost.length > 0))
    throw new UsageError('--token, --owner and --content-host need --from <address>, the address of another instance.');
  const other = from === undefined ? undefined : otherService(terminal, { ...options, from });
  const service = serviceFrom(terminal, options.url);
  const destination = into ?? organization;
  const owners = ownersFrom(owner);
  const source =
    other === undefined
      ? await declaredInFolder(subject, destination)
      : await declaredElsewhere(targetFor(other), organization, { into: destination, owners });
  const target = targetFor(service);
  const run = { dryRun, prune: false, yes: false, sendSecrets: false, goesOn: true, terminal };
  return applyDeclared(target, source.folder, { ...run, leftOut: source.leftOut });
};
