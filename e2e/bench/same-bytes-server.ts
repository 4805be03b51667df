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
 * A server to compare with, in a process of its own: `/authenticated` looks up the caller as every path does
 * and answers with given bytes, `/plain` answers with them and does nothing else.
 *
 * Arguments: the database's address, and the JSON to answer with. Sends the parent its port.
 */
const [connectionString = '', json = 'null'] = process.argv.slice(2);

const answer: unknown = JSON.parse(json);
const handler = createRestHandler(
  router({
    answer: permitted('eol:check')
      .meta(
        rest({
          ...{ method: 'POST', path: '/authenticated', summary: 'Answer', tag: 'Check' },
          ...{ body: 'json', errorBody: 'envelope' },
        }),
      )
      .input(z.object({ body: z.unknown() }))
      .mutation(() => answer),
  }),
  makeDeps(withQuery(openDatabase({ connection: { connectionString } }))),
);

const bytes = Buffer.from(json);
const headers = { 'content-type': 'application/json', 'content-length': bytes.byteLength };

const server = createServer((incoming, outgoing) => {
  const path = incoming.url ?? '/';
  if (path !== '/plain') {
    void answerInNode(handler, incoming, outgoing, { path, remoteAddress: '127.0.0.1' });
    return;
  }
  incoming.resume().once('end', () => outgoing.writeHead(200, headers).end(bytes));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
