import { expect, test } from 'vitest';
import { clusterClients } from './clusters';

test('writes the values of both charts, in which nothing of a key or an address is special', () => {
  const values = (publicUrl: string, apiKey: string) =>
    clusterClients({ publicUrl, apiKey }).map((client) => client.values);
  expect(values('https://eventide.example.com', 'evt_key')).toEqual([
    `operator:
  webhookBroadcastURL: 'https://eventide.example.com/api/k8s/trivy?cluster=my-cluster'
  webhookBroadcastCustomHeaders: 'Authorization:ApiKey evt_key'`,
    `k8sInventory:
  kubeconfig: { cluster: 'my-cluster' }
  anchore: { url: 'https://eventide.example.com', user: scanner, password: 'evt_key', account: admin }`,
  ]);
  expect(values('https://e.example', `it's`)[1]).toContain(`password: 'it''s'`);
  expect(() => values('https://e.example', 'two\nlines')).toThrow(RangeError);
});
