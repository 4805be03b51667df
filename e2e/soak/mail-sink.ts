import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that counts what it takes and keeps none of it: a load may last for days. */
export class MailSink {
  /** Mails by the address that they came for. */
  readonly counts = new Map<string, number>();
  private readonly server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      stream.resume().once('error', done);
      stream.once('end', () => {
        for (const { address } of envelope.rcptTo)
          this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
        done();
      });
    },
  });

  private constructor() {
    // A sender that hangs up ends no load.
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<MailSink> {
    const sink = new MailSink();
    const listening = sink.server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return sink;
  }

  /** For `SMTP_URL`. */
  get url(): string {
    // A server that listens on a port has an address of this kind.
    const { port } = this.server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${String(port)}`;
  }

  /** How many mails it took. */
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
