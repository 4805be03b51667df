import { expect, test } from 'vitest';
import { auditHref, loadAuditParams, toAuditQuery, isFiltered } from './params';

const read = (query: string) => loadAuditParams(new URLSearchParams(query));

test('an address that is written is read back the same', () => {
  const params = read('actor=ada&action=api_key.rotate&from=2026-11-01&to=2026-11-21&page=2');
  expect(auditHref(params)).toBe(
    '/settings/audit?actor=ada&action=api_key.rotate&from=2026-11-01&to=2026-11-21&page=2',
  );
  expect(toAuditQuery(params)).toEqual({
    actor: 'ada',
    action: 'api_key.rotate',
    from: '2026-11-01',
    to: '2026-11-21',
    page: 2,
    size: 50,
  });
  expect(isFiltered(params)).toBe(true);
});

test('values that cannot be are no filter', () => {
  const params = read('action=DROP+TABLE&from=2026-02-30&to=x&event=1&actor=+%00+');
  expect(isFiltered({ ...params, actor: '' })).toBe(false);
  expect(toAuditQuery(params)).toMatchObject({ actor: null, action: null, from: null, to: null });
  expect(params.event).toBeNull();
});
