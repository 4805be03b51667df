import { describe, expect, it } from 'vitest';
import type { ApiMethod, ApiOperation } from '@/domain/openapi/document';
import { apiDocument } from '@/server/app-router';
import { Agreement } from './agreement';
import { OPERATIONS, PAGE_PARAMETERS, type ContractOperation } from './operations';

const document = apiDocument();
const agreement = new Agreement(document);

const served = new Map<string, ApiOperation>(
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  ),
);

it('serves every path of the contract', () => {
  const missing = OPERATIONS.filter(({ name }) => !served.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

function parameterFaults(contract: ContractOperation, operation: ApiOperation): string[] {
  const places = [
    ['path', contract.path ?? {}],
    [
      'query',
      {
        ...contract.query,
        ...(contract.isPaged && { page: 'integer optional', size: 'integer optional' }),
      },
    ],
  ] as const;
  return places.flatMap(([place, parameters]) => {
    const ours = operation.parameters.filter((parameter) => parameter.in === place);
    const isBeyond = ({ name, required }: (typeof ours)[number]) =>
      !required && contract.beyond?.includes(name);
    const unknown = ours.filter((one) => !Object.hasOwn(parameters, one.name) && !isBeyond(one));
    return [
      ...unknown.map(({ name }) => `${place}.${name} is not in the contract`),
      ...Object.entries(parameters).flatMap(([name, written]) => {
        const [type = '', word] = String(written).split(' ');
        const parameter = ours.find((one) => one.name === name);
        if (!parameter) return [`${place}.${name} is missing`];
        const required = place === 'path' || word !== 'optional';
        return [
          ...(parameter.required === required
            ? []
            : [`${place}.${name} is required: ${String(parameter.required)}`]),
          ...agreement.faults(`${place}.${name}`, parameter.schema, type, 'request'),
        ];
      }),
    ];
  });
}

function bodyFaults(contract: ContractOperation, operation: ApiOperation): string[] {
  const body = operation.requestBody;
  // Where the contract has no body, ours may offer one that can be left out.
  if (contract.body === undefined) return body?.required ? ['body is required'] : [];
  if (!body) return ['body is missing'];
  const [type = '', word] = contract.body.split(' ');
  const required = word !== 'optional';
  return [
    ...(body.required === required ? [] : [`body is required: ${String(body.required)}`]),
    ...agreement.faults('body', body.content['application/json'].schema, type, 'request'),
  ];
}

function answerFaults(contract: ContractOperation, operation: ApiOperation): string[] {
  const successes = Object.keys(operation.responses).filter((status) => status < '400');
  if (successes.join() !== String(contract.status)) return [`answers ${successes.join()}`];
  const schema = operation.responses[contract.status]?.content?.['application/json'].schema;
  if (contract.status === 204) return schema ? ['204 with a body'] : [];
  if (!schema) return ['no answer is described'];
  return contract.answer === undefined
    ? []
    : agreement.faults('answer', schema, contract.answer, 'answer');
}

describe('agrees with the contract', () => {
  it.each(OPERATIONS.map((contract) => [contract.name, contract] as const))(
    '%s',
    (name, contract) => {
      const operation = served.get(name);
      if (!operation) throw new Error(`${name} is not served`);
      expect(parameterFaults(contract, operation)).toEqual([]);
      expect(bodyFaults(contract, operation)).toEqual([]);
      expect(answerFaults(contract, operation)).toEqual([]);
      const takesInput = operation.parameters.length > 0 || operation.requestBody;
      if (takesInput)
        expect(operation.responses).toHaveProperty(name === 'POST /eol/check' ? '400' : '422');
    },
  );

  it.each(OPERATIONS.filter(({ isPaged }) => isPaged).map(({ name }) => name))(
    'pages of %s',
    (name) => {
      const parameters = served.get(name)?.parameters ?? [];
      for (const [parameter, bounds] of Object.entries(PAGE_PARAMETERS)) {
        expect(parameters.find((one) => one.name === parameter)?.schema).toMatchObject(bounds);
      }
    },
  );
});

it('notices what does not agree', () => {
  const method: ApiMethod = 'post';
  const images = document.paths['/images']?.[method];
  const schema = images?.responses['200']?.content?.['application/json'].schema ?? {};
  expect(agreement.faults('answer', schema, 'Page<EolCount>', 'answer')).not.toEqual([]);
  expect(agreement.faults('a', { type: ['string', 'null'] }, 'string', 'answer')).toEqual([
    'a may be null',
  ]);
  expect(agreement.faults('a', { type: 'string' }, 'string?', 'request')).toEqual([
    'a may not be null',
  ]);
  expect(agreement.faults('a', { type: 'string' }, 'integer', 'request')).toEqual([
    'a is string, not integer',
  ]);
  const labels = {
    type: 'object',
    properties: { low: { type: 'integer' }, med: { type: 'integer' } },
    required: ['low'],
  };
  expect(agreement.faults('a', labels, 'EolCount', 'answer')).toEqual([
    'a.med is optional',
    'a.high is missing',
  ]);
});
