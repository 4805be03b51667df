import { expect, it } from 'vitest';
import { z } from 'zod';
import { compiledSchema } from './compiled-schema';

const make = () => z.object({ name: z.string(), sizes: z.array(z.number()).optional() });

it('parses as the schema does, without what that does not know, and is the same schema', async () => {
  const plain = make();
  const schema = make().meta({ id: 'CompiledThing' });
  const compiled = compiledSchema(schema);
  expect(compiled).toBe(schema);
  expect(z.globalRegistry.get(compiled)?.id).toBe('CompiledThing');
  const values = [{ name: 'a', sizes: [1], more: true }, { name: 'a' }];
  for (const value of values)
    expect(await compiled.parseAsync(value)).toEqual(await plain.parseAsync(value));
  expect(await compiled.parseAsync(values[0])).toEqual({ name: 'a', sizes: [1] });
});

it('rejects with the faults that the schema finds', async () => {
  const faultsOf = (schema: z.ZodType) =>
    schema.parseAsync({ sizes: ['1'] }).catch((error: unknown) => error);
  expect(await faultsOf(compiledSchema(make()))).toEqual(await faultsOf(make()));
});

it('refuses a schema in which something waits', () => {
  const waiting = z.string().refine(async (text) => (await Promise.resolve(text)) === '');
  expect(() => compiledSchema(waiting)).toThrow(/async/i);
});
