import { type ApiDocument, type JsonSchema, referredName } from '@/domain/openapi/document';
import { ENUMERATIONS, MODELS, type Model } from './models';

/**
 * Where a schema comes from. What we answer must be no more than the contract allows; what we accept must
 * be no less.
 */
export type Direction = 'answer' | 'request';

/** Holds the document's schemas against the contract's types. */
export class Agreement {
  constructor(private readonly document: ApiDocument) {}

  /** The places where a schema does not agree with a type of the contract. */
  faults(where: string, schema: JsonSchema, written: string, direction: Direction): string[] {
    const isNullable = written.endsWith('?');
    const type = isNullable ? written.slice(0, -1) : written;
    const variants = this.variants(schema);
    const ours = variants.filter((variant) => variant.type !== 'null');
    const allowsNull = ours.length < variants.length;
    const nullFault =
      direction === 'answer' && allowsNull && !isNullable
        ? [`${where} may be null`]
        : direction === 'request' && isNullable && !allowsNull
          ? [`${where} may not be null`]
          : [];
    const typeFaults = type.split('|').flatMap((alternative) => {
      const all = ours.map((one) => this.variantFaults(where, one, alternative, direction));
      // An answer must fit whichever variant it is; a request needs one variant to take it.
      if (direction === 'answer') return all.flat();
      const [nearest = [`${where} takes nothing`]] = all.sort((a, b) => a.length - b.length);
      return nearest;
    });
    return [...nullFault, ...typeFaults];
  }

  private variantFaults(
    where: string,
    schema: JsonSchema,
    type: string,
    direction: Direction,
  ): string[] {
    const page = /^Page<(.+)>$/.exec(type)?.[1];
    if (page !== undefined) {
      const model = { items: `${page}[]`, ...PAGE };
      return this.modelFaults(where, schema, model, direction);
    }
    if (type.endsWith('[]')) {
      if (schema.type !== 'array' || !schema.items) return [`${where} is no array`];
      return this.faults(`${where}[]`, schema.items, type.slice(0, -2), direction);
    }
    const model = MODELS[type];
    if (model) return this.modelFaults(where, schema, model, direction);
    const values = ENUMERATIONS[type];
    if (values) {
      const same =
        JSON.stringify([...(schema.enum ?? [])].sort()) === JSON.stringify([...values].sort());
      return same ? [] : [`${where} is not one of ${values.join(', ')}`];
    }
    return isOfType(schema, type) ? [] : [`${where} is ${describe(schema)}, not ${type}`];
  }

  private modelFaults(
    where: string,
    schema: JsonSchema,
    model: Model,
    direction: Direction,
  ): string[] {
    return Object.entries(model).flatMap(([name, written]) => {
      const [type = '', word] = written.split(' ');
      const field = schema.properties?.[name];
      if (!field) return [`${where}.${name} is missing`];
      const isRequired = schema.required?.includes(name) ?? false;
      const isOptional = word === 'optional';
      // We may always answer what is optional, but must ask for exactly what is required.
      const differs =
        direction === 'answer' ? !isOptional && !isRequired : isOptional === isRequired;
      return [
        ...(differs ? [`${where}.${name} is ${isRequired ? 'required' : 'optional'}`] : []),
        ...this.faults(`${where}.${name}`, field, type, direction),
      ];
    });
  }

  /** Every alternative of a schema, `null` among them, with one type each. */
  private variants(schema: JsonSchema): JsonSchema[] {
    const name = referredName(schema);
    const known = name === null ? schema : (this.document.components.schemas[name] ?? {});
    const alternatives = known.anyOf ?? known.oneOf;
    if (alternatives) return alternatives.flatMap((one) => this.variants(one));
    const { type } = known;
    if (typeof type === 'string' || type === undefined) return [known];
    return type.map((one) => ({ ...known, type: one }));
  }
}

const PAGE = {
  total: 'integer',
  page: 'integer?',
  size: 'integer?',
  pages: 'integer? optional',
} as const;

function isOfType(schema: JsonSchema, type: string): boolean {
  switch (type) {
    case 'uuid':
    case 'date':
    case 'date-time':
      return schema.type === 'string' && schema.format === type;
    case 'labels':
      return (
        schema.type === 'object' &&
        typeof schema.additionalProperties === 'object' &&
        schema.additionalProperties.type === 'string'
      );
    default:
      return schema.type === type;
  }
}

function describe({ type, format }: JsonSchema): string {
  return [type, format].filter((part) => part !== undefined).join(' ') || 'anything';
}
