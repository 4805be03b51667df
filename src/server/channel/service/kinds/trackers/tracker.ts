import { z } from 'zod';
import { failed, type Failure } from '@/domain/channel/outcome';
import type { Ticket } from '@/domain/ticket/ticket';
import { givenUpIfRefused, post, type Post } from '../post';
import type { SenderDeps } from '../sender';

/** A ticket as its service has it. */
export interface RemoteTicket {
  /** What never changes, though its name may. */
  readonly id: string;
  /** As people name it. */
  readonly name: string;
  readonly address: string;
  readonly isOpen: boolean;
  /** Under which id it was asked for, where somebody has moved it since. */
  readonly movedFrom?: string;
}

/** What was found of the place of the tickets. */
export interface Checked {
  readonly words: string;
  /** Whether tickets can be made, as far as that can be known without making one. */
  readonly isUsable: boolean;
}

/**
 * A service that keeps tickets. What it cannot do, it throws as a {@link TrackerFault}, and as {@link OutOfReach} what it may not do to
 * a ticket that was moved.
 */
export interface Tracker {
  /** Where its tickets lie, as one text that differs from that of every other place. */
  readonly place: string;
  /**
   * How long its search may not find what was made, in milliseconds: what perhaps was is not made again before. None when
   * absent.
   */
  readonly behindMs?: number;
  /** Looks whether tickets can be made, and makes none. */
  check(): Promise<Checked>;
  /**
   * Looks for the ticket with a mark.
   * @param begunAt when somebody began to make it and perhaps did; null: nobody has lately
   */
  find(mark: string, begunAt: Date | null): Promise<RemoteTicket | null>;
  /** Reads a ticket; null: it was deleted. */
  get(id: string): Promise<RemoteTicket | null>;
  create(ticket: Ticket): Promise<RemoteTicket>;
  /** Writes all that a ticket says. */
  update(id: string, ticket: Ticket): Promise<void>;
  /** Does what belongs to a ticket and cannot be done with it; done again, it changes nothing. */
  link?(id: string, ticket: Ticket): Promise<void>;
  comment(id: string, text: string): Promise<void>;
  close(id: string): Promise<void>;
  reopen(id: string): Promise<void>;
}

/** What a tracker could not do, as the outcome of an attempt. */
export class TrackerFault extends Error {
  override readonly name = 'TrackerFault';

  constructor(
    readonly outcome: Failure,
    /** Where the service says that what was asked for is now. */
    readonly movedTo: string | null = null,
  ) {
    super(outcome.answer);
  }
}

/** A ticket was moved to where it may not be read, or written to: it is somebody else's now, and not to be made again. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

/** Long enough for some pages of tickets, and no more than a process can hold for each channel. */
const MAX_ANSWER_BYTES = 4 * 1_024 * 1_024;

export interface TrackerClient {
  /**
   * Asks once and reads the answer.
   * @param but statuses that are no fault: null is returned for them
   * @throws TrackerFault
   */
  ask<Output>(
    question: Pick<Post, 'method'> & { readonly path: string; readonly body?: object },
    answer: z.ZodType<Output>,
    but?: readonly number[],
  ): Promise<Output | null>;
}

/** A ticket's page, written as addresses are: without characters that none can have, and that could not be kept. */
export const ticketAddress = z.url({ protocol: /^https?$/, normalize: true });

/** What an answer is read as that nobody looks into. */
export const anything = z.unknown();

/** Makes a client for one service: JSON by the guarded client, one request after the other. */
export function trackerClient(
  deps: Pick<SenderDeps, 'outgoing' | 'clock'>,
  base: string,
  common: Pick<Post, 'secrets' | 'waitOf'> & { readonly headers: Post['headers'] },
): TrackerClient {
  return {
    async ask({ method = 'GET', path, body }, answer, but = []) {
      const {
        outcome,
        body: text,
        movedTo,
      } = await post(deps, {
        ...common,
        ...{ url: `${base}${path}`, method, maxAnswerBytes: MAX_ANSWER_BYTES },
        headers: {
          'user-agent': 'Eventide/1',
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...common.headers,
        },
        body: body ? JSON.stringify(body) : '',
      });
      if (!outcome.isDelivered) {
        const { status, retryAfterMs } = outcome;
        if (status !== null && retryAfterMs === null && but.includes(status)) return null;
        const fault = givenUpIfRefused(outcome);
        throw new TrackerFault(fault.isDelivered ? failed('unexpected', '') : fault, movedTo);
      }
      return read(text, outcome.status, answer);
    },
  };
}

function read<Output>(text: string, status: number | null, schema: z.ZodType<Output>): Output {
  if (text === '') return parsed(schema, null, status);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw notUnderstood(status);
  }
  return parsed(schema, json, status);
}

function parsed<Output>(schema: z.ZodType<Output>, json: unknown, status: number | null): Output {
  const result = schema.safeParse(json);
  if (!result.success) throw notUnderstood(status);
  return result.data;
}

/** Such as the page of a sign-in before the service. */
function notUnderstood(status: number | null): TrackerFault {
  return new TrackerFault(
    failed('status', 'The answer is not one that this service gives: is the address right?', {
      status,
    }),
  );
}

/** Takes what was asked for without exceptions. */
export function present<Output>(answer: Output | null): Output {
  if (answer === null) throw notUnderstood(null);
  return answer;
}

/** Says what was found, with what stands in the way and what is worth knowing. */
export function checkedWith(
  found: string,
  obstacles: readonly (string | false)[],
  remarks: readonly (string | false)[] = [],
): Checked {
  const inTheWay = obstacles.filter((one) => one !== false);
  const words = [found, ...inTheWay, ...remarks.filter((one) => one !== false)].join('; ');
  return { words, isUsable: inTheWay.length === 0 };
}
