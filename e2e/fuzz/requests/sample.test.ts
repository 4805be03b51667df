import { describe, expect, it } from 'vitest';
import { changed } from './changes';
import { randomOf, type Sample, StandIns } from './sample';

const sampleOf = (id: string, name: string): Sample => ({
  ...{
    name: 'PATCH /teams/{id}',
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
  },
  target: `/api/teams/${id}?q=a`,
  body: Buffer.from(JSON.stringify({ name, members: [id], note: 'ß \u0000' })),
});
const [first, second] = [
  sampleOf('01931c5d-6b52-7c03-ad18-9e6c3f7b2041', `team-${String(process.pid)}-1`),
  sampleOf('01a21b9a-a234-7340-b004-f04539bc7a09', `team-${String(process.pid)}-12345`),
];

describe('a changed request', () => {
  it('follows from its seed and number, whatever the records of the run are called', () => {
    for (let number = 0; number < 300; number += 1) {
      const [one, other] = [first, second].map((sample) =>
        changed(new StandIns().hide(sample), randomOf(7, number)),
      );
      expect(one).toEqual(other);
    }
  });

  it('is another one for another number, and for another seed', () => {
    const texts = [
      ...Array.from({ length: 100 }, (_, number) => randomOf(1, number)),
      ...Array.from({ length: 100 }, (_, number) => randomOf(2, number)),
    ].map((random) => JSON.stringify(changed(first, random)));
    expect(new Set(texts).size).toBeGreaterThan(150);
  });

  it('can be sent: its target and headers hold what node takes', () => {
    for (let number = 0; number < 2_000; number += 1) {
      const { target, headers } = changed(first, randomOf(3, number));
      expect(target).toMatch(/^\/[\x21-\x7e]*$/);
      for (const value of Object.values(headers))
        expect(value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
    }
  });
});

it('stand-ins come back as what they stand for', () => {
  const standIns = new StandIns();
  expect(standIns.show(standIns.hide(first))).toEqual(first);
});

it('says another word in the place of one, also in the input of a call', () => {
  const said = (time: string) => JSON.stringify({ body: { expires_at: time } });
  const body = Buffer.from(said('2026-01-01T00:00:00Z'));
  const target = `/api/trpc/x.y?${new URLSearchParams({ input: body.toString() }).toString()}`;
  const sent = Array.from({ length: 3_000 }, (_, number) =>
    [
      { ...first, body },
      { ...first, method: 'GET', target, body: null },
    ].map((sample) => changed(sample, randomOf(5, number))),
  ).flat();
  const late = said('9999-12-31T23:59:59-12:00');
  expect(sent.some((one) => one.body?.toString() === late)).toBe(true);
  const inputs = sent.map((one) => new URLSearchParams(one.target.split('?')[1]).get('input'));
  expect(inputs).toContain(late);
});
