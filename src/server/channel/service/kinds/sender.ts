import type { ChannelKind, ChannelSettings } from '@/domain/channel/channel';
import type { Outcome } from '@/domain/channel/outcome';
import type { MessageContent } from '@/domain/message/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { Secret } from '@/server/platform/secrets/secret';

/** What senders may use: nothing that they send goes another way. */
export type SenderDeps = Pick<Deps, 'clock' | 'db' | 'env' | 'logger' | 'mailer' | 'outgoing'>;

/** What a message's body is made of. */
export interface Sent {
  readonly content: MessageContent;
  readonly createdAt: Date;
  readonly channelName: string;
  readonly organizationId: OrganizationId;
  /** The installation's own address, without a slash at its end. */
  readonly origin: string;
}

/** One attempt: a message on its way to one channel. */
export interface Attempt<Kind extends ChannelKind> {
  readonly organizationId: OrganizationId;
  readonly channel: {
    readonly id: string;
    readonly name: string;
    readonly settings: ChannelSettings<Kind>;
    /** As the kind's channels are made with it; null for a kind that has none. */
    readonly secret: Secret | null;
  };
  readonly message: {
    readonly id: string;
    readonly content: MessageContent;
    readonly createdAt: Date;
  };
  /** What was done in earlier attempts, for a channel that does several things for one message. */
  readonly done: ReadonlySet<string>;
  /** Notes that one of them is done: it is not to be done again. @throws LeaseLost */
  markDone(one: string): Promise<void>;
  /** Makes sure that the channel is still this process's, before something that must not happen twice. @throws LeaseLost */
  keepLease(): Promise<void>;
  /**
   * Whether the channel's turn lasts. One that does several things for a message does what is left in the next turn, so that others
   * get theirs, and nobody who ends the process waits for hundreds.
   */
  mayGoOn(): boolean;
}

/**
 * Sends one message to one channel of its kind: the whole of what differs between kinds. Takes at most 20 seconds for
 * each thing it does, and says in its outcome what went wrong: it throws for its own faults alone. Its answers hold no
 * secret.
 */
export type Sender<Kind extends ChannelKind> = (
  deps: SenderDeps,
  attempt: Attempt<Kind>,
) => Promise<Outcome>;

/** Another process delivers to the channel now, or nobody is to any more: whoever is at it stops. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
