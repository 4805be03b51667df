import { expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import {
  addressOf,
  connect,
  expectNothingOpen,
  names,
  scan,
  startReplicated,
  untilReplayed,
  who,
} from './replicated';

test('what one process has changed is there at once in the lists of another', async () => {
  const world = await startReplicated(60);
  const { deps: one, primary, standby } = world;
  const connection = { connectionString: addressOf(primary) };
  const { deps: other, start } = connect({ connection }, [addressOf(standby)], 60);
  await start();
  const organization = await makeOrganization(one);
  const images = ['before'];
  await scan(one, organization, 'before');
  for (const [writer, reader, image] of [
    [one, other, 'of-one'],
    [other, one, 'of-other'],
  ] as const) {
    await untilReplayed(world);
    for (const deps of [one, other])
      await expect.poll(() => who(deps, organization), { timeout: 20_000 }).toBe('standby');
    await standby.ask('SELECT pg_wal_replay_pause()');
    images.push(image);
    await scan(writer, organization, image);
    world.outcomes();
    expect((await names(reader, organization)).sort()).toEqual(images.toSorted());
    expect(world.outcomes()).toContain('behind');
    await standby.ask('SELECT pg_wal_replay_resume()');
  }
  await expectNothingOpen(world);
});
