import { expect, test } from 'vitest';
import { post } from './post';

const clock = { now: () => new Date('2026-11-30T12:00:00Z') };
const sent = { url: 'https://10.0.0.1/hook', headers: {}, body: '{}' };

test('a host that may not be asked is told as that, whichever bundle the client is of', async () => {
  // As the node server's client throws it: its class is not the one that a page's bundle has.
  const refusal = Object.assign(new Error('only public hosts are asked'), {
    name: 'OutgoingRefusal',
    kind: 'address',
  });
  const { outcome } = await post({ clock, outgoing: () => Promise.reject(refusal) }, sent);
  expect(outcome).toMatchObject({
    ...{ isDelivered: false, failure: 'address', isReceiversFault: false },
    answer: 'only public hosts are asked',
  });
});
