/** One mail to one address. */
export interface MailMessage {
  /** A bare address, without a name and without `<>`. */
  readonly to: string;
  readonly subject: string;
  /** The text for readers whose mail program shows no HTML. */
  readonly text: string;
  /** A whole document, which asks nothing of any server. */
  readonly html: string;
  /** Of the mail, without `<>`: the same for the same mail sent again. One is made when absent. */
  readonly messageId?: string;
  /** How its receiver has no more of its kind (RFC 2369), for mail that is not an answer to something they did. */
  readonly unsubscribe?: {
    readonly url: string;
    /** Whether mail programs may ask that address by themselves, with a POST (RFC 8058): it needs no sign-in. */
    readonly isOneClick: boolean;
  };
}

export interface Mailer {
  /**
   * Hands a mail to the mail server; that the server takes it does not mean that it arrives.
   * @param ending aborted when whoever sends it is to end: then it is not begun, and one under way has little time left
   * @throws MailError when the server does not take it, or not in time
   */
  send(message: MailMessage, ending?: AbortSignal): Promise<void>;
}

/** A mail has not been taken. The message is fit for logs: no credentials, no links, no content. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    /** The fault in nodemailer's word, such as `EAUTH` or `ETIMEDOUT`. */
    readonly code: string,
    message: string,
    /** Whether the server knows for good that it will not deliver to the address. */
    readonly isAddressRefused = false,
    /** The server's answer, such as 450 or 554; null when there was none. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** Whether a caught value is a {@link MailError}: by name, as its class may be loaded twice in one process. */
export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && error.name === 'MailError' && 'code' in error;
}

/** Whether a mail failed as its address or its content was not taken. All else is about the server: others would fare the same. */
export function isAboutMail({ code, isAddressRefused }: MailError): boolean {
  return isAddressRefused || code === 'EENVELOPE' || code === 'EMESSAGE';
}
