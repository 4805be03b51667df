import { filterText, parsedJson } from './filter-text';
import { SAMPLE_PAYLOADS } from './sample-payloads';

type Key = string | number;

/** A sample upload as it leaves the filter, after the value at a path of it was replaced or removed. */
export function editedSample(
  name: string,
  path: readonly Key[] = [],
  ...replacement: unknown[]
): unknown {
  const sample = SAMPLE_PAYLOADS.find((candidate) => candidate.name === name);
  const payload: unknown = JSON.parse(sample?.body.toString() ?? '');
  const [key, ...parents] = [...path].reverse();
  if (key !== undefined) {
    const parent = parents
      .reverse()
      .reduce<unknown>((value, step) => Reflect.get(Object(value), step), payload);
    if (replacement.length > 0) Reflect.set(Object(parent), key, replacement[0]);
    else Reflect.deleteProperty(Object(parent), key);
  }
  return parsedJson(filterText(JSON.stringify(payload)));
}
