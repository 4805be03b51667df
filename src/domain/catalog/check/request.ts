import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { forwardIssues } from '@/domain/validation/issues';
import { documented } from '@/domain/validation/shapes';
import { type ComponentQuery, ECOSYSTEMS } from '../match';
import { DEFAULT_LEVEL } from './support';

/** As long as names, versions and identifiers in scans may be. */
const nameText = storedText(1_024);
const identifierText = storedText(8_192).min(1);

const versionText = nameText.describe('Its version; nothing is found for an empty one');

const named = z
  .object({
    name: nameText.min(1).describe('Name of the software'),
    version: versionText,
    ecosystem: z
      .enum(ECOSYSTEMS)
      .nullish()
      .transform((ecosystem) => ecosystem ?? 'generic')
      .describe('`generic` when absent'),
  })
  .transform((one): ComponentQuery => ({ kind: 'name', ...one }))
  .meta({
    title: 'CheckComponent',
    example: { name: 'nodejs', version: '16.20.2', ecosystem: 'generic' },
  });

const byPurl = z
  .object({ purl: identifierText.describe('Package URL with a version') })
  .transform(({ purl }): ComponentQuery => ({ kind: 'purl', purl }))
  .meta({ title: 'CheckComponentByPurl', example: { purl: 'pkg:npm/express@3.21.2' } });

const byCpe = z
  .object({ cpe: identifierText.describe('CPE name with a version: a 2.2 URI, or 2.3') })
  .transform(({ cpe }): ComponentQuery => ({ kind: 'cpe', cpe }))
  .meta({
    title: 'CheckComponentByCpe',
    example: { cpe: 'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*' },
  });

const custom = z
  .object({
    custom: z.object({
      name: nameText.min(1),
      vendor: nameText
        .nullish()
        .transform((vendor) => vendor ?? null)
        .describe('Tells products of the same name apart'),
      version: versionText,
    }),
  })
  .transform((one): ComponentQuery => ({ kind: 'custom', ...one.custom }))
  .meta({
    title: 'CustomCheckComponent',
    example: { custom: { name: 'Debian', vendor: 'Debian', version: '11' } },
  });

const FORMS = { name: named, purl: byPurl, cpe: byCpe, custom } as const;
type Form = keyof typeof FORMS;
const FORM_NAMES = "'name' | 'purl' | 'cpe' | 'custom'";

/** The forms that an object identifies a component by; a version alone is half a name, null is nothing. */
function formsIn(value: object): Form[] {
  const isGiven = (key: string) => Object.hasOwn(value, key) && Reflect.get(value, key) !== null;
  const others = (['purl', 'cpe', 'custom'] as const).filter(isGiven);
  return isGiven('name') || isGiven('version') ? ['name', ...others] : others;
}

/** The identifier of one component: exactly one form of the four. */
export const checkedComponent = z
  .unknown()
  .transform((value, context): ComponentQuery => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) {
      context.issues.push({ code: 'invalid_type', expected: 'object', input: value });
      return z.NEVER;
    }
    const [form, ...others] = formsIn(value);
    if (form === undefined || others.length > 0) {
      const given = [...(form === undefined ? [] : [form]), ...others].map((one) => `'${one}'`);
      const message = form === undefined ? 'no identifier' : 'more than one identifier';
      const received = form === undefined ? 'none' : given.join(', ');
      context.addIssue(`${message}. expected one of ${FORM_NAMES}, received ${received}`);
      return z.NEVER;
    }
    const parsed = FORMS[form].safeParse(value);
    if (parsed.success) return parsed.data;
    forwardIssues(parsed.error, context);
    return z.NEVER;
  })
  .meta({
    description: 'Exactly one form',
    anyOf: Object.values(FORMS).map((form) => documented(form)),
    example: { name: 'nodejs', version: '16.20.2', ecosystem: 'generic' },
  });

const lifecycle = nameText
  .nullish()
  .transform((level) => level ?? DEFAULT_LEVEL)
  .describe(
    'The support level that is asked for: `ACTIVE_SUPPORT`, `STANDARD_SUPPORT` (when absent) or `EXTENDED_SUPPORT`; any other is found for no component',
  )
  .meta({ example: DEFAULT_LEVEL });

const project = nameText
  .min(1)
  .nullish()
  .transform((name) => name ?? null)
  .describe(
    'The project that it is for, by its name: contracts that cover it there count, too. Without one those for the whole organization count alone; a build’s token asks for its own project',
  )
  .meta({ example: 'github//acme/shop' });

/** The body of `POST /eol/check`. */
export const checkRequest = z
  .object({ component: checkedComponent, lifecycle, project })
  .meta({ title: 'CheckRequest' });

export const MAX_BATCH_COMPONENTS = 1_000;

/** The body of `POST /eol/check/batch`. */
export const checkBatchRequest = z
  .object({
    // The length first: a hostile list would else fill the memory with its items' faults.
    components: z
      .array(z.unknown())
      .min(1)
      .max(MAX_BATCH_COMPONENTS)
      .pipe(z.array(checkedComponent))
      .meta({
        items: documented(checkedComponent),
        example: [
          { purl: 'pkg:npm/express@3.21.2' },
          { custom: { name: 'Debian', version: '11' } },
        ],
      }),
    lifecycle,
    project,
  })
  .meta({ title: 'CheckBatchRequest' });
