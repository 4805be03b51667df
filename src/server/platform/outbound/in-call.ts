import { inPartSpan, SpanKind } from '../tracing';

/**
 * Asks a server in a span, where something is traced that the question is a part of. Of the address its host is told
 * alone: paths of webhooks are secrets, and so are queries.
 */
export function inCall<Answer extends { readonly status: number }>(
  method: string,
  { hostname }: URL,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return inPartSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await ask();
    span?.setAttribute('http.response.status_code', answer.status);
    return answer;
  });
}
