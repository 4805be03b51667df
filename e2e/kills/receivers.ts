import { changeMailSetting } from '@/server/inbox/service/settings';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { makePerson } from '@/test/accounts';
import type { MailServer } from '@/test/mail-server';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import type { ApiAnswer } from '../api/harness/api-client';
import { depsOf } from '../api/harness/past-the-server';
import type { Installation } from './world';

/** The receiver takes its time, so that there is a middle to be killed in. */
const ANSWERS_AFTER_MS = 40;
/** The addresses of two channels: one hears of each denial at once, the other by digests. */
export const AT_ONCE = 'denials@example.com';
export const BY_DIGEST = 'digests@example.com';

/** Whoever hears of what happens. */
export interface Receivers {
  readonly webhook: WebhookReceiver;
  readonly mails: MailServer;
  /** The address of an admin who is written to at once. */
  readonly admin: string;
  /** The address of an admin who wants what is denied in a digest. */
  readonly digested: string;
  close(): Promise<void>;
}

/** @returns the id @throws Error where nothing was made */
export function created(answer: ApiAnswer): string {
  if (answer.status !== 201) throw new Error(`It was not made: ${answer.text}`);
  return (answer.json as { id: string }).id; // held against its schema
}

/** A policy that denies, and channels and people that hear of it. */
export async function prepareReceivers(
  installation: Installation,
  mails: MailServer,
): Promise<Receivers> {
  const { api } = installation;
  const webhook = await startWebhookReceiver();
  webhook.answer((response) => {
    setTimeout(() => response.writeHead(204).end(), ANSWERS_AFTER_MS);
  });
  const people = await prepareAdmins(installation);
  const policy = { policy_scope: 'project', project_name: 'denied' };
  created(await api.post('/v1/policy', { ...policy, policy_type: 'EOL', deny_days: 0 }));
  const channel = async (kind: 'webhook' | 'mail', name: string, settings: object) =>
    created(await api.post('/channels', { kind, name, settings }));
  const heard = [
    await channel('webhook', 'Receiver', { url: webhook.url }),
    await channel('mail', 'At once', { addresses: [AT_ONCE] }),
  ];
  const digests = [await channel('mail', 'Digests', { addresses: [BY_DIGEST] })];
  const rules = [
    { name: 'Denials', tempo: 'at_once', channel_ids: heard },
    { name: 'Digest', tempo: 'daily', urgent_at_once: false, channel_ids: digests },
  ];
  for (const rule of rules)
    created(await api.post('/message_rules', { ...rule, kinds: ['build.denied'] }));
  return { webhook, mails, ...people, close: () => webhook.close() };
}

async function prepareAdmins(
  installation: Installation,
): Promise<Pick<Receivers, 'admin' | 'digested'>> {
  const [acme] = await installation.ask<{ id: string }>(
    `SELECT id FROM organization WHERE name = 'Acme'`,
  );
  if (!acme) throw new Error('The organization of the jobs is not there');
  const organizationId = mintOrganizationId(acme.id);
  const deps = depsOf({
    databaseUrl: await installation.address('app'),
    authSecret: 'x'.repeat(32),
  });
  try {
    const [admin, digested] = [
      await makePerson(deps, { organizationId, role: 'admin' }),
      await makePerson(deps, { organizationId, role: 'admin' }),
    ];
    await changeMailSetting(
      deps,
      { organizationId, userId: digested.id },
      {
        ...{ choices: { 'build.denied': 'digest' }, tempo: 'daily', hour: 8 },
        ...{ time_zone: null, quiet: null },
      },
    );
    return { admin: admin.email, digested: digested.email };
  } finally {
    await deps.db.close();
  }
}

/** What an address was written since so many mails had come. */
export function writtenTo({ mails }: MailServer, address: string, since: number): string {
  return mails
    .slice(since)
    .filter(({ to }) => to.includes(address))
    .map(({ mail }) => `${mail.subject ?? ''}\n${mail.text ?? ''}`)
    .join('\n');
}
