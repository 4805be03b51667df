import { channel, type Channel } from 'node:diagnostics_channel';
import { INVENTORY_FORMATS } from '@/domain/inventory/document';

/**
 * Something that happens again and again, for whoever measures it. Node's own channels carry it, since the bundle of
 * Next and that of the node server share them; while nobody listens, to say it costs one look at a property.
 */
export class Signal<Event extends object> {
  private readonly channel: Channel;

  constructor(name: string) {
    this.channel = channel(`eventide:${name}`);
  }

  /** Whether anybody listens, for what costs something to find out. */
  get isHeard(): boolean {
    return this.channel.hasSubscribers;
  }

  send(event: Event): void {
    if (this.channel.hasSubscribers) this.channel.publish(event);
  }

  /** Calls `listener` each time. Returns a function that ends it. */
  hear(listener: (event: Event) => void): () => void {
    // What is published is what `send` takes.
    const onMessage = (message: unknown) => {
      listener(message as Event);
    };
    this.channel.subscribe(onMessage);
    return () => {
      this.channel.unsubscribe(onMessage);
    };
  }
}

export interface RequestEvent {
  readonly method: string;
  /** The template of the path; null where there is none. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}
/** A request was answered. */
export const requests = new Signal<RequestEvent>('request');

/** What uploads are counted by: the formats of SBOMs, scans, reports of clusters, and what was not read so far. */
export const UPLOAD_FORMATS = [...INVENTORY_FORMATS, 'scan', 'cluster-report', 'unknown'] as const;
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];
export const UPLOAD_OUTCOMES = ['accepted', 'refused', 'failed'] as const;
export type UploadOutcome = (typeof UPLOAD_OUTCOMES)[number];
export interface UploadEvent {
  readonly format: UploadFormat;
  readonly outcome: UploadOutcome;
}
/** An upload that is kept was answered. */
export const uploads = new Signal<UploadEvent>('upload');

export const JOB_OUTCOMES = ['done', 'failed'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];
export interface JobEvent {
  /** A name that stands in the program. */
  readonly name: string;
  readonly outcome: JobOutcome;
  readonly seconds: number;
  readonly endedAtMs: number;
}
/** A job ran once. */
export const jobs = new Signal<JobEvent>('job');

/** Somebody wants to know which jobs this process does over and over, and since when: each of them tells. */
export const scheduled = new Signal<{
  readonly tell: (name: string, sinceMs: number) => void;
}>('scheduled-jobs');

export const OUTGOING_OUTCOMES = ['answered', 'refused', 'failed'] as const;
export type OutgoingOutcome = (typeof OUTGOING_OUTCOMES)[number];
export interface OutgoingEvent {
  readonly outcome: OutgoingOutcome;
  readonly seconds: number;
}
/** A server that somebody named was asked: `refused` is an address that is not to be asked. */
export const outgoing = new Signal<OutgoingEvent>('outgoing');

export const MESSAGE_WAYS = ['channel', 'mail'] as const;
/** `retried`: it is tried again; `failed`: it is not, be it the receiver's word or the last attempt. */
export const MESSAGE_OUTCOMES = ['delivered', 'retried', 'failed', 'dropped'] as const;
export interface MessageEvent {
  readonly way: (typeof MESSAGE_WAYS)[number];
  readonly outcome: (typeof MESSAGE_OUTCOMES)[number];
}
/** An attempt to deliver a message has ended. */
export const messages = new Signal<MessageEvent>('message');

export interface RemovedEvent {
  /** A kind of row that stands in the program. */
  readonly kind: string;
  readonly rows: number;
}
/** Rows were removed since an organization's rules for retention say so. */
export const removedRows = new Signal<RemovedEvent>('removed');

/**
 * Who answered a statement that a replica of the database may answer, and why the primary did: the replica has not replayed
 * all that is needed, is too far behind, has failed, has no connection free, or none is well.
 */
export const REPLICA_READ_OUTCOMES = [
  'replica',
  'behind',
  'lagging',
  'failed',
  'busy',
  'away',
] as const;
export type ReplicaReadOutcome = (typeof REPLICA_READ_OUTCOMES)[number];
/** A statement that a replica may answer was answered. */
export const replicaReads = new Signal<{ readonly outcome: ReplicaReadOutcome }>('replica-read');
