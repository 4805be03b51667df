import { KeycloakFailure } from './keycloak-failure';

/** What is read of one answer at most, unpacked: some thousand people. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** @throws KeycloakFailure when there is more of it than anything asked for can be long */
export async function limitedText(response: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let receivedBytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return Buffer.concat(chunks).toString('utf8');
    receivedBytes += value.byteLength;
    if (receivedBytes > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new KeycloakFailure('unreadable', response.status);
    }
    chunks.push(value);
  }
}
