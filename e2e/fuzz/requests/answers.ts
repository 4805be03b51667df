import type { HttpAnswer } from '../../api/harness/http';

/** A page that failed once its answer had begun says so in what comes then. */
export const FAILED_LATER = /\$RX\("/;
/**
 * An internal error of JSON-RPC, as assistants and calls of the dashboard are told it beside what went well; or of a tool.
 * That of a caller's params which the protocol's own schema refuses is none: the library gives it this code, and zod's issues
 * for its words.
 */
const INTERNAL_ERROR =
  /"code":\s*-32603\b(?!,"message":"\[\\n {2}\{\\n)|The server could not answer\. Its log/;
/** What a server answers that has too much to do, or waits too long for its database: alone, it would not. */
const BUSY = '"SERVICE_UNAVAILABLE"';
const MAX_SHOWN = 600;

/** What is wrong with an answer that no request may be given; null: nothing is. */
export function faultIn({ status, headers, text }: HttpAnswer): string | null {
  if (status >= 500) return `${String(status)} ${text.slice(0, MAX_SHOWN)}`;
  const type = headers['content-type'] ?? '';
  const isPage = /^text\/(?:html|x-component)/.test(type);
  const mark = isPage ? FAILED_LATER : /json|event-stream/.test(type) ? INTERNAL_ERROR : null;
  const at = mark ? text.search(mark) : -1;
  if (at < 0) return null;
  return `${String(status)} that failed later: …${text.slice(Math.max(0, at - 200), at + 400)}`;
}

/** Whether an answer may be another one once the server has less to do. */
export const isOfBusyServer = ({ status, text }: HttpAnswer) =>
  status === 503 || (status === 207 && text.includes(BUSY));
