import { addDays, daysBetween, dayOf, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { asLine, asName, itemOf, type MessageItem } from '@/domain/message/content';
import { KEY_ENDED_DAYS, KEY_THRESHOLDS, keyThresholdOf } from '@/domain/message/thresholds';
import { counted, dayInWords } from '@/domain/message/words';
import { findStoredCertificate } from '@/server/certificate/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { type EndingKey, findEndingKeys } from '../repository/keys';
import type { Cause, NoticeDeps, Standing } from './standing';

const KEYS = [{ label: 'API keys', path: '/settings/api-keys' }];

/** Keys and the certificate of an organization that end. */
export const expiringKeys: Cause = {
  kind: 'key.expiring',
  find: findExpiring,
  say: (news, at) => ({
    severity: news.some(({ since }) => since !== null) ? 'critical' : 'warning',
    title: titleOf(news, dayOf(at)),
    summary:
      'Whatever uses it is refused from then on: scanners and builds may say nothing of it. Make another one and put it in ' +
      'its place before.',
    links: KEYS,
  }),
  sayOver: ([first, ...others]) => ({
    title:
      first && others.length === 0
        ? `${first.what} does not expire soon any more`
        : `${counted(others.length + 1, 'key')} do not expire soon any more`,
    summary: '',
    links: KEYS,
  }),
  over: 'It was revoked or replaced, or ends later',
};

const FARTHEST = KEY_THRESHOLDS[0];

async function findExpiring(
  { clock, db }: NoticeDeps,
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<Standing[]> {
  const at = clock.now();
  const until = new Date(startOfDayMs(addDays(dayOf(at), FARTHEST + 1)));
  const keys = await findEndingKeys(organizationId, tx, until);
  const certificate = await findStoredCertificate({ db }, organizationId);
  return [
    ...keys.map((key) => keyStanding(key, at)),
    ...(certificate && new Date(certificate.not_after) < until
      ? [certificateStanding(certificate, at)]
      : []),
  ];
}

function keyStanding(key: EndingKey, at: Date): Standing {
  const used = key.lastUsedAt ? `last used on ${dayInWords(dayOf(key.lastUsedAt))}` : 'never used';
  return standing(`key:${key.id}`, key.expiresAt, at, {
    what: asLine(`The API key ${key.name}`),
    detail: asLine(`Of the role ${key.role}, made by ${key.createdBy}, ${used}`),
    ask: key.email ? { name: asName(key.createdBy), email: key.email } : null,
    personIds: key.personId === null ? [] : [key.personId],
    path: '/settings/api-keys',
  });
}

function certificateStanding(
  certificate: { readonly subject: string; readonly not_after: string },
  at: Date,
): Standing {
  return standing('certificate', new Date(certificate.not_after), at, {
    what: 'The organization’s certificate',
    detail: asLine(`Issued to ${certificate.subject.replaceAll('\n', ', ')}`),
    path: '/settings/certificate',
  });
}

/** Most end with their last day, in which they work: what has ended is told by the instant, and is another thing to say. */
function standing(
  subject: string,
  endsAt: Date,
  at: Date,
  known: Pick<MessageItem, 'what' | 'detail' | 'path'> & Partial<MessageItem>,
): Standing {
  const [endsOn, today] = [dayOf(endsAt), dayOf(at)];
  const hasEnded = endsAt <= at;
  const stage = hasEnded ? 'ended' : keyThresholdOf(endsOn, today);
  return {
    subject,
    state: [stage, endsOn],
    isOld: daysBetween(endsOn, today) > KEY_ENDED_DAYS,
    item: itemOf({
      key: subject,
      ...known,
      since: hasEnded ? endsOn : null,
      until: hasEnded ? null : endsOn,
      stage: stage === null ? null : String(stage),
    }),
  };
}

function titleOf([first, ...others]: readonly MessageItem[], today: Day): string {
  if (!first || others.length > 0)
    return `${counted(others.length + 1, 'key')} expire or have expired`;
  const { what, since, until } = first;
  // By its date: what is said may be read days later.
  const on = until ?? (since === today ? today : null);
  return on ? `${what} expires on ${dayInWords(on)}` : `${what} has expired`;
}
