import { z } from 'zod';
import { ROUTE_INPUTS, type RouteCall } from '../api/harness/route-inputs';
import type { TenantWorld } from '../api/harness/tenant-world';

/**
 * How often an address names what is there: by itself schemathesis would hardly guess an id, and see nothing but 404.
 * The rest of its requests names what is nowhere. Bodies name several things, all of which have to be there; the
 * examples of the API's document name others.
 */
const PROBABILITY = 0.8;
/** Records for an operation that names one: some operations take theirs away. */
const RECORDS = 3;
/** A body with more texts than this is a document, of which the names of records alone are bound. */
const FORM_TEXTS = 12;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const pathsOf = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * Makes records for each operation of an API's document, of its own, so that none takes away what another one names.
 * @returns lines of schemathesis' configuration that have it name them
 */
export async function realInputs(world: TenantWorld, document: unknown): Promise<string> {
  const sections: string[] = [];
  for (const [path, operations] of Object.entries(pathsOf.parse(document).paths)) {
    for (const method of Object.keys(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      sections.push(sectionOf(name, await valuesOf(world, name)));
    }
  }
  return sections.join('');
}

/** The values of each parameter, by schemathesis' name for it: `path.id`, `body.rules[*].team_id`. */
async function valuesOf(world: TenantWorld, name: string): Promise<Map<string, Set<string>>> {
  const inputs = ROUTE_INPUTS[name];
  const values = new Map<string, Set<string>>();
  if (!inputs || inputs.endsTenant) return values;
  for (let made = 0; made < RECORDS; made += 1) {
    const named = valuesIn(await inputs.call(world));
    for (const [parameter, value] of named) {
      values.set(parameter, new Set([...(values.get(parameter) ?? []), value]));
    }
    // Each is chosen by itself, and records that belong together would be torn apart.
    if (named.filter(([, value]) => isOfRecord(value)).length > 1) break;
  }
  return values;
}

function valuesIn({ parameters = {}, query = {}, body }: RouteCall): [string, string][] {
  const texts = (location: string, given: object): [string, string][] =>
    Object.entries(given).map(([name, value]) => [`${location}.${name}`, String(value)]);
  const inBody = textsIn('body', body);
  const isForm = inBody.length <= FORM_TEXTS;
  return [
    ...texts('path', parameters),
    ...texts('query', query),
    ...inBody.filter(([, value]) => isForm || isOfRecord(value)),
  ];
}

/** All texts in a body, each with its place. */
function textsIn(place: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(`${place}[*]`, one));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(`${place}.${name}`, one));
}

/** Whether it is an id, or a name as the tests give them to their records. */
function isOfRecord(value: string): boolean {
  return UUID.test(value) || value.includes(`-${String(process.pid)}-`);
}

function sectionOf(name: string, values: ReadonlyMap<string, ReadonlySet<string>>): string {
  if (values.size === 0) return '';
  const quoted = (text: string) => JSON.stringify(text);
  const dictionary = (parameter: string) => quoted(`${name} ${parameter}`);
  const lists = [...values].map(
    ([parameter, of]) =>
      `[dictionaries.${dictionary(parameter)}]\nvalues = [${[...of].map(quoted).join(', ')}]\n`,
  );
  const bound = [...values.keys()].map(
    (parameter) =>
      `${quoted(parameter)} = { dictionary = ${dictionary(parameter)}, probability = ${String(parameter.startsWith('body') ? 1 : PROBABILITY)} }\n`,
  );
  return `\n${lists.join('')}[[operations]]\ninclude-name = ${quoted(name)}\n[operations.parameters]\n${bound.join('')}`;
}
