import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { imageScan } from '../api/harness/payloads';
import type { Kind, Side } from './side';

const JSON_TYPE = 'application/json';
/** What one version has written, the other shows within so long. */
const SEEN_WITHIN_MS = 5_000;
const DAY_MS = 86_400_000;
export const MATCHES = 3;
export const ORGANIZATION = 'Acme';
export const PERSON = { email: 'ada@example.com', password: 'the account of a rolling update' };

/** What one version has written and the other was asked for. */
export interface Across {
  /** How often it was there. */
  seen: number;
  /** The longest time until it was. */
  slowestMs: number;
  /** Images whose builds were denied, each with a message that is to arrive. */
  readonly denied: string[];
  /** Images of {@link MATCHES} findings each. */
  readonly uploaded: string[];
}

export const nothingAcross = (): Across => ({ seen: 0, slowestMs: 0, denied: [], uploaded: [] });

export interface Writing {
  readonly key: string;
  readonly across: Across;
  /** Who has to show what a side writes: the other one, or itself while it is alone. */
  readonly reader: (writer: Side) => Side;
}

const matches = Array.from({ length: MATCHES }, (_, n) => ({
  product: `Product ${String(n)}`,
  cycle: '1',
}));
const csrfSchema = z.object({ csrfToken: z.string() });
const inTrpc = (procedure: string, input?: object) =>
  `/api/trpc/${procedure}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
const FIRST_PAGE = { page: 1, size: 50 };
const READ = [
  inTrpc('image.listForDashboard', FIRST_PAGE),
  inTrpc('software.listForDashboard', FIRST_PAGE),
  inTrpc('project.listForDashboard', FIRST_PAGE),
  inTrpc('finding.list', FIRST_PAGE),
  inTrpc('overview.states'),
  inTrpc('savedView.list', { list: 'images' }),
];

/** Lists as the dashboard's pages read them. */
export function dashboardReads(cookie: string): Kind {
  return {
    name: 'tRPC',
    perSecond: 1,
    work: (side, turn) =>
      side.ask('tRPC', {
        method: 'GET',
        target: READ[turn % READ.length] ?? '',
        headers: { cookie },
      }),
  };
}

/** Uploads that each make an image of their own, which the other version lists. */
export function uploadsAcross({ key, across, reader }: Writing): Kind {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const work = async (side: Side, turn: number) => {
    const image = `rolling-${side.name}-${String(turn)}x`;
    const body = JSON.stringify(imageScan({ project: 'rolling', image, matches }));
    const answer = await side.ask('upload', {
      method: 'PUT',
      target: '/api/v2/scan',
      headers,
      body,
    });
    if (answer?.status !== 200) return;
    across.uploaded.push(image);
    const target = `/api/images?search=${image}`;
    await shows(
      across,
      () => reader(side),
      image,
      { method: 'POST', target, headers },
      `"${image}`,
    );
  };
  return { name: 'upload', perSecond: 1, work };
}

/** Builds that are denied, each of an image of its own: a receiver is to hear of each once. */
export function denials({ key, across }: Writing): Kind {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const old = [{ product: 'Old', cycle: '1' }];
  const work = async (side: Side, turn: number) => {
    const image = `denied-${side.name}-${String(turn)}x`;
    const body = JSON.stringify(imageScan({ project: 'denied', image, matches: old }));
    const answer = await side.ask('denial', {
      method: 'PUT',
      target: '/api/v2/scan',
      headers,
      body,
    });
    if (answer?.status === 200) across.denied.push(image);
  };
  return { name: 'denial', perSecond: 1, work };
}

/** Waivers that are asked for at one version and listed by the other. */
export function waiversAcross({ key, across, reader }: Writing): Kind {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const work = async (side: Side, turn: number) => {
    const cycle = `${side.name}-${String(turn)}x`;
    const body = JSON.stringify({
      ...{ scope: 'organization', product_name: 'Waived', cycle, reason: 'It is moved next week' },
      owner_email: PERSON.email,
      ends_on: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    });
    const answer = await side.ask('waiver', {
      method: 'POST',
      target: '/api/waivers',
      headers,
      body,
    });
    if (answer?.status !== 201) return;
    const target = `/api/waivers?product_name=Waived&cycle=${cycle}`;
    await shows(
      across,
      () => reader(side),
      cycle,
      { method: 'GET', target, headers },
      `"${cycle}"`,
    );
  };
  return { name: 'waiver', perSecond: 0.5, work };
}

/** Sign-ins at one version, whose session opens a page of the other. */
export function signInsAcross({ across, reader }: Writing): Kind {
  const work = async (side: Side) => {
    const cookie = await signIn(side.origin);
    side.requests += 2;
    const page = { method: 'GET', target: '/images', headers: { cookie } };
    await shows(across, () => reader(side), 'a session', page, ORGANIZATION);
  };
  return { name: 'sign-in', perSecond: 0.2, work };
}

/** Asks until an answer holds what was written; a fault of whoever does not show it. */
async function shows(
  across: Across,
  reader: () => Side,
  what: string,
  request: { method: string; target: string; headers: Readonly<Record<string, string>> },
  text: string,
): Promise<void> {
  const startedAtMs = performance.now();
  for (;;) {
    // Anew each time: it may be about to end.
    const asked = reader();
    const answer = await asked.ask('reading', request);
    const tookMs = performance.now() - startedAtMs;
    if (answer?.text.includes(text)) {
      across.seen += 1;
      across.slowestMs = Math.max(across.slowestMs, tookMs);
      return;
    }
    if (answer === null || answer.status >= 300) return;
    if (tookMs > SEEN_WITHIN_MS) {
      asked.fault('reading', `${request.target}: ${what} is not there`);
      return;
    }
    await sleep(50);
  }
}

/** Signs in as a browser does. @returns the cookie of the session @throws Error where nobody is let in */
export async function signIn(origin: string): Promise<string> {
  const form = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = csrfSchema.parse(await form.json());
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(form), origin },
    body: new URLSearchParams({ csrfToken, ...PERSON, json: 'true' }),
  });
  await answer.arrayBuffer();
  const cookie = cookiesOf(answer);
  if (!cookie.includes('session-token='))
    throw new Error(`the sign-in was answered ${String(answer.status)}`);
  return cookie;
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .join('; ');
