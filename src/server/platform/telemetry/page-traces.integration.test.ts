import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { expect, it, onTestFinished } from 'vitest';
import { answerPage } from '@/server/listener/watching';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

it('a page is linked to the trace that its caller says, and goes on in that of a proxy in front', async () => {
  const spans: { readonly trace: string; readonly links: string[] }[] = [];
  const nothing = () => Promise.resolve();
  const sdk = new NodeSDK({
    spanProcessors: [
      {
        onStart: () => undefined,
        onEnd: (span) => {
          const links = span.links.map(({ context }) => context.traceId);
          spans.push({ trace: span.spanContext().traceId, links });
        },
        ...{ forceFlush: nothing, shutdown: nothing },
      },
    ],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  onTestFinished(() => sdk.shutdown());
  const db = await testDatabase();
  onTestFinished(() => db.close());
  const both: Record<string, string>[] = [{}, { TRUST_PROXY: 'true' }];
  for (const settings of both) {
    const request = new IncomingMessage(new Socket());
    request.headers.traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
    const answer = () => Promise.resolve();
    await answerPage(
      testDeps(db, settings),
      request,
      new ServerResponse(request),
      '/sign-in',
      answer,
    );
  }
  expect(spans).toEqual([
    { trace: expect.not.stringMatching(TRACE), links: [TRACE] },
    { trace: TRACE, links: [] },
  ]);
});
