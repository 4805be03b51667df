import { callServer } from '@/trpc/server';
import { sentenceText } from './words';

/** Reads the sentences of the organization's policies as they are today, by the policies' ids. */
export async function loadPolicySentences(): Promise<ReadonlyMap<string, string>> {
  const policies = await callServer.policy.list();
  return new Map(policies.map((policy) => [policy.id, sentenceText(policy)]));
}
