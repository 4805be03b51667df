import { failed, type Failure, type Outcome } from '@/domain/channel/outcome';
import type { TrackerKind } from '@/domain/channel/trackers';
import type { MessageItem } from '@/domain/message/content';
import { isLasting } from '@/domain/message/software-key';
import {
  digestOf,
  FOUND_AGAIN,
  reasonsAfter,
  solvedWords,
  type Ticket,
  ticketOn,
} from '@/domain/ticket/ticket';
import {
  beginTicket,
  findTicket,
  forgetTicket,
  type TicketChange,
  type TicketKey,
  type TicketRow,
  updateTicket,
} from '@/server/ticket/service';
import type { Attempt, SenderDeps } from '../sender';
import { OutOfReach, type RemoteTicket, type Tracker, TrackerFault } from './tracker';

type TrackerAttempt = Pick<
  Attempt<TrackerKind>,
  'organizationId' | 'message' | 'done' | 'markDone' | 'keepLease' | 'mayGoOn'
> & { readonly channel: { readonly id: string } };

/** Items that may fail one after the other in one attempt: after so many it is not about the items. */
const MAX_FAULTS = 3;

/** What is noted as done of an item that failed: the others have their turn before it has another. */
const failureNote = (key: string) => `failed ${key}`;

/**
 * Keeps a ticket for each item of a message, one after the other, each that is done noted. One that the service refuses
 * keeps no other from being kept; what would meet the others too ends the attempt, as the end of the channel's turn does. A
 * test makes none, nor does what is never said to be over.
 */
export async function keepTickets(
  deps: SenderDeps,
  attempt: TrackerAttempt,
  tracker: Tracker,
): Promise<Outcome> {
  const { content } = attempt.message;
  const acts: string[] = [];
  const faults: Failure[] = [];
  let inARow = 0;
  let isPart = false;
  try {
    if (content.kind === 'test') return await tested(tracker);
    const items = leftOf(attempt);
    for (const [at, item] of items.entries()) {
      const { key } = item;
      const rest = items.slice(at + 1);
      let noted = key;
      try {
        acts.push(await new Keeper(deps, attempt, tracker, item).keep());
        inARow = 0;
      } catch (error) {
        if (!(error instanceof TrackerFault) || endsAttempt(error.outcome)) throw error;
        faults.push(error.outcome);
        inARow += 1;
        if (inARow === MAX_FAULTS) break;
        noted = failureNote(key);
      }
      // One thing may be in a message twice: it is done with the last of it.
      if (attempt.done.has(noted) || rest.some((one) => one.key === key)) continue;
      await attempt.markDone(noted);
      isPart = rest.length > 0 && !attempt.mayGoOn();
      if (isPart) break;
    }
  } catch (error) {
    if (error instanceof TrackerFault) return error.outcome;
    throw error;
  }
  const answer = acts.filter((act) => act !== '').join(', ') || 'Nothing to change';
  if (isPart) return { isDelivered: true, status: null, answer: `So far: ${answer}`, isPart };
  const fault = faults.find(({ then }) => then === 'retry') ?? faults[0];
  return fault ?? { isDelivered: true, status: null, answer };
}

/** The items that are not done: first those that did not fail before. */
function leftOf({ message, done }: TrackerAttempt): MessageItem[] {
  const left = message.content.items.filter((item) => isLasting(item) && !done.has(item.key));
  const failedBefore = ({ key }: MessageItem) => done.has(failureNote(key));
  return left.toSorted((one, other) => Number(failedBefore(one)) - Number(failedBefore(other)));
}

function endsAttempt({ isReceiversFault, status, failure, then }: Failure): boolean {
  return isReceiversFault || status === 401 || failure === 'address' || then === 'disable';
}

async function tested(tracker: Tracker): Promise<Outcome> {
  const { words, isUsable } = await tracker.check();
  return isUsable
    ? { isDelivered: true, status: null, answer: words }
    : failed('refused', words, { then: 'give-up' });
}

/** Keeps the ticket on one item. */
class Keeper {
  private readonly key: TicketKey;
  private readonly ticket: Ticket;

  constructor(
    private readonly deps: SenderDeps,
    private readonly attempt: TrackerAttempt,
    private readonly tracker: Tracker,
    private readonly item: MessageItem,
  ) {
    const { organizationId, channel, message } = attempt;
    this.key = { organizationId, channelId: channel.id, itemKey: item.key };
    const frame = { origin: deps.env.publicUrl, organizationId };
    this.ticket = ticketOn(item, message.content.kind, frame);
  }

  /** @returns what was done, in a few words; nothing where nothing was */
  async keep(): Promise<string> {
    const stored = await findTicket(this.key, this.deps.db);
    const row = stored?.place === this.tracker.place ? stored : null;
    const { id, content } = this.attempt.message;
    // Messages are of UUIDv7: one that is tried again may come after one that was made later.
    if (row && row.messageId > id) return '';
    const reasons = reasonsAfter(row?.reasons ?? [], content.kind, this.item.isSolved);
    try {
      if (!this.item.isSolved) return await this.say(row, reasons);
      // Where there was no ticket, none is closed.
      if (!row || row.solvedAt) return '';
      if (reasons.length === 0) return await this.close(row);
    } catch (error) {
      if (!(error instanceof OutOfReach)) throw error;
      return this.leave(row, reasons);
    }
    await this.note({ reasons, messageId: id });
    return '';
  }

  /** Leaves a ticket to whoever has it now, and says so; another message asks whether it may be written to by then. */
  private async leave(row: TicketRow | null, reasons: TicketRow['reasons']): Promise<string> {
    const solvedAt = reasons.length === 0 ? this.deps.clock.now() : null;
    await this.note({ reasons, messageId: this.attempt.message.id, said: null, solvedAt });
    return `Left ${row?.name ?? 'a ticket'} as it is: it was moved to where the token may not write`;
  }

  /** Makes the ticket, or writes into the one that is there what is new. */
  private async say(row: TicketRow | null, reasons: TicketRow['reasons']): Promise<string> {
    const said = digestOf(this.ticket);
    const messageId = this.attempt.message.id;
    if (row?.remoteId && row.said === said && !row.solvedAt) {
      await this.note({ reasons, messageId });
      return '';
    }
    const remote = await this.find(row);
    if (!remote) this.requireKnown(row);
    if (!row || !remote) await this.begin(reasons);
    if (remote) return this.change(remote, row, { reasons, said, messageId });
    await this.attempt.keepLease();
    const made = await this.create();
    await this.note(shownOf(made));
    await this.tracker.link?.(made.id, this.ticket);
    await this.note({ said });
    return `Made ${made.name}`;
  }

  /** @throws TrackerFault while one that was begun may have been made and not be found yet */
  private requireKnown(row: TicketRow | null): void {
    if (!row || row.remoteId !== null) return;
    const left =
      row.begunAt.getTime() + (this.tracker.behindMs ?? 0) - this.deps.clock.now().getTime();
    if (left <= 0) return;
    const words = 'One was begun and perhaps made: it is looked for again before another is made';
    throw new TrackerFault(failed('interrupted', words));
  }

  /** Makes it; what the service says that it did not make was not begun either. */
  private async create(): Promise<RemoteTicket> {
    try {
      return await this.tracker.create(this.ticket);
    } catch (error) {
      const status = error instanceof TrackerFault ? error.outcome.status : null;
      const isRefused = status !== null && status >= 400 && status < 500 && status !== 408;
      if (isRefused) await forgetTicket(this.key, this.deps.db);
      throw error;
    }
  }

  private begin(reasons: TicketRow['reasons']): Promise<void> {
    return beginTicket(this.key, this.deps.db, {
      ...{ place: this.tracker.place, title: this.ticket.title, reasons },
      ...{ messageId: this.attempt.message.id, at: this.deps.clock.now() },
    });
  }

  /** Reads the ticket that is noted; where none is, or it was deleted, looks for one before another is made. */
  private async find(row: TicketRow | null): Promise<RemoteTicket | null> {
    const noted = row?.remoteId ? await this.tracker.get(row.remoteId) : null;
    if (noted) return noted;
    const begunAt = row && row.remoteId === null ? row.begunAt : null;
    return this.tracker.find(this.ticket.mark, begunAt);
  }

  private async change(
    remote: RemoteTicket,
    row: TicketRow | null,
    noted: Required<Pick<TicketChange, 'reasons' | 'said' | 'messageId'>>,
  ): Promise<string> {
    const { id, name } = remote;
    const known = row?.remoteId ?? null;
    const isKnown = known !== null && (known === id || known === remote.movedFrom);
    // Until all of it is written nobody knows what it says.
    const isFoundClosed = !isKnown && !remote.isOpen;
    const solvedAt = isFoundClosed ? this.deps.clock.now() : (row?.solvedAt ?? null);
    await this.note({ ...shownOf(remote), said: null, solvedAt });
    await this.attempt.keepLease();
    // One that a person closed though it is not solved stays as that person wants it.
    const isOpenedAgain = !remote.isOpen && solvedAt !== null;
    // Before anything is written: some workflows of Jira let nobody write into what is done.
    if (isOpenedAgain) {
      await this.tracker.reopen(id);
      await this.commentOnce(id, FOUND_AGAIN);
    }
    const isNews = !isKnown || row?.said !== noted.said;
    const isWritten = !isNews || (await this.write(id, remote.isOpen || isOpenedAgain));
    const { reasons, messageId } = noted;
    const said = isWritten ? noted.said : null;
    await this.note({ reasons, messageId, said, title: this.ticket.title, solvedAt: null });
    if (!isWritten) return `Left ${name} as it is: it is closed, and takes no text`;
    return `${isOpenedAgain ? 'Opened' : 'Changed'} ${name}`;
  }

  /**
   * Writes what is new into a ticket.
   * @returns whether it was taken: that one which is closed, and stays so, takes none is no fault
   */
  private async write(id: string, isOpen: boolean): Promise<boolean> {
    try {
      await this.tracker.update(id, this.ticket);
    } catch (error) {
      const isRefused = error instanceof TrackerFault && error.outcome.failure === 'refused';
      if (isOpen || !isRefused) throw error;
      return false;
    }
    await this.tracker.link?.(id, this.ticket);
    return true;
  }

  private async close(row: TicketRow): Promise<string> {
    const remote = await this.find(row);
    if (remote) await this.note(shownOf(remote));
    if (remote?.isOpen) {
      await this.commentOnce(remote.id, solvedWords(this.item));
      await this.attempt.keepLease();
      await this.tracker.close(remote.id);
    }
    const messageId = this.attempt.message.id;
    await this.note({ reasons: [], messageId, solvedAt: this.deps.clock.now() });
    return remote?.isOpen ? `Closed ${remote.name}` : '';
  }

  private async commentOnce(id: string, text: string): Promise<void> {
    const part = `comment on ${this.item.key}`;
    if (this.attempt.done.has(part)) return;
    await this.attempt.keepLease();
    await this.tracker.comment(id, text);
    await this.attempt.markDone(part);
  }

  private note(change: TicketChange): Promise<void> {
    return updateTicket(this.key, this.deps.db, change, this.deps.clock.now());
  }
}

function shownOf({ id: remoteId, address, name }: RemoteTicket) {
  return { remoteId, address, name };
}
