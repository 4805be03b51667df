import { createServer } from 'node:http';
import { z } from 'zod';
import { withQuery } from '@/test/with-query';
import { openDatabase } from '@/server/platform/db/db';
import { answerInNode } from '@/server/platform/http/node-mount';
import { createRestHandler } from '@/server/listener/rest-handler';
import { permitted, router } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { makeDeps } from './bench-server';

/**
 * A server to compare with, in a process of its own: `/authenticated` finds out the caller as every path does
 * and answers with given bytes, `/looked-up` asks the database for the caller each time, and `/plain` answers with
 * them and does nothing else.
 *
 * Arguments: the database's address, and the JSON to answer with. Sends the parent its port.
 */
const [connectionString = '', json = 'null'] = process.argv.slice(2);

const answer: unknown = JSON.parse(json);
const answering = (path: `/${string}`) =>
  permitted('eol:check')
    .meta(
      rest({
        ...{ method: 'POST', path, summary: 'Answer', tag: 'Check' },
        ...{ body: 'json', errorBody: 'envelope' },
      }),
    )
    .input(z.object({ body: z.unknown() }))
    .mutation(() => answer);
const answers = router({
  authenticated: answering('/authenticated'),
  lookedUp: answering('/looked-up'),
});
const database = withQuery(openDatabase({ connection: { connectionString } }));
const handler = createRestHandler(answers, makeDeps(database));
let requests = 0;
/** As if something had changed before each request, so that nothing is remembered. */
const forgetting = createRestHandler(
  answers,
  makeDeps({ ...database, endedTransactions: () => (requests += 1) }),
);

const bytes = Buffer.from(json);
const headers = { 'content-type': 'application/json', 'content-length': bytes.byteLength };

const server = createServer((incoming, outgoing) => {
  const path = incoming.url ?? '/';
  if (path !== '/plain') {
    const answer = path === '/looked-up' ? forgetting : handler;
    void answerInNode(answer, incoming, outgoing, { path, remoteAddress: '127.0.0.1' });
    return;
  }
  incoming.resume().once('end', () => outgoing.writeHead(200, headers).end(bytes));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
