import { expect, test } from 'vitest';
import { spreadForm } from './spread';

const ORGANIZATION = 'any_organization($1::uuid, (SELECT true))';

test('a list names its organization by the function that each machine has in its own form', () => {
  expect(spreadForm('SELECT id FROM note WHERE organization_id = (SELECT $1::uuid)')).toBe(
    `SELECT id FROM note WHERE organization_id = ${ORGANIZATION}`,
  );
});

test('it names it wherever two tables are compared by it, quoted or not', () => {
  const list =
    'SELECT (SELECT t.name FROM team t WHERE t.organization_id = p.organization_id) FROM project p WHERE "p"."organization_id" = (SELECT $1::uuid)';
  expect(spreadForm(list)).toContain(
    `(t.organization_id = p.organization_id AND t.organization_id = ${ORGANIZATION})`,
  );
  const quoted =
    'select 1 from "team" as "t" where "t"."organization_id" = "p"."organization_id" and "p"."organization_id" = (SELECT $1::uuid)';
  expect(spreadForm(quoted)).toContain(
    `("t"."organization_id" = "p"."organization_id" AND "t".organization_id = ${ORGANIZATION})`,
  );
});

test('what is about no single organization stays as it is', () => {
  const all =
    'SELECT count(*) FROM delivery d JOIN message m ON m.organization_id = d.organization_id';
  expect(spreadForm(all)).toBe(all);
  const other =
    'SELECT FROM session s WHERE s.active_organization_id = m.organization_id AND s.id = (SELECT $1::uuid)';
  expect(spreadForm(other)).toContain('s.active_organization_id = m.organization_id AND');
});
