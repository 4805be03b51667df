import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scannerSetup } from './commands';
import type { ScannerRecipe, ScannerSetupInput } from './addresses';
import { scannerNotes } from './scanners';

const apiKey = 'evt_abcdefgh_0123456789012345678901234567890123456789abc';
const input: ScannerSetupInput = {
  publicUrl: 'https://eventide.example.com:8443',
  scannerTlsPort: 443,
  apiKey,
  caUrl: 'https://eventide.example.com:8443/scanner-ca.pem',
  databaseUrl: 'https://eventide.example.com:8443/xeol/databases/listing.json',
};
const nasty = `it's "$HOME" \`id\` $(touch /tmp/pwned) \${{ secrets.X }} \\ # : x`;
const variants: [string, ScannerSetupInput][] = [
  ['plain', input],
  ['no CA', { ...input, caUrl: null }],
  [
    'this machine',
    { ...input, publicUrl: 'http://localhost:3000', databaseUrl: 'http://localhost:3000/l' },
  ],
  ['a given address', { ...input, hostAddress: '10.0.0.7', scannerTlsPort: 9443 }],
  ['a given name', { ...input, hostAddress: 'scan.example.com', scannerTlsPort: 9443 }],
  ['no CA, a given address', { ...input, caUrl: null, hostAddress: '10.0.0.7' }],
  [
    'hostile values',
    {
      ...input,
      projectName: nasty,
      image: nasty,
      hostAddress: nasty,
      apiKey: nasty,
      caUrl: nasty,
      databaseUrl: `https://x/?${nasty}`,
    },
  ],
];

function recipe(of: ScannerSetupInput, id: ScannerRecipe['id']): ScannerRecipe {
  const found = scannerSetup(of).recipes.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no recipe ${id}`);
  return found;
}

describe.each(variants)('with %s', (_what, of) => {
  const { recipes, portMapping } = scannerSetup(of);

  it('has a recipe for each place', () => {
    expect(recipes.map(({ id }) => id)).toEqual(['shell', 'docker', 'github-actions', 'gitlab-ci']);
  });

  it('every shell block is well-formed', () => {
    const steps = [...recipes.flatMap((each) => each.steps), ...(portMapping?.steps ?? [])];
    for (const { language, code } of steps) {
      if (language === 'bash') checkSyntax(code);
    }
  });

  it('every YAML block parses, and the shell inside it too', () => {
    const blocks = recipes.flatMap(({ steps }) =>
      steps.filter(({ language }) => language === 'yaml'),
    );
    expect(blocks).toHaveLength(2);
    for (const { code } of blocks) {
      for (const script of scriptsIn(parse(code))) checkSyntax(afterGithub(script));
    }
  });

  it('sends both hosts to the service and names them nowhere else', () => {
    for (const { steps } of recipes) {
      const all = steps.map(({ code }) => code).join('\n');
      expect(all).toContain('api.xeol.io');
      expect(all).toContain('engine.xeol.io');
      expect(all).toContain('XEOL_DB_UPDATE_URL');
      expect(all).not.toContain('undefined');
    }
  });
});

describe('steps that are not needed', () => {
  it('names no certificate folder when machines trust the certificate anyway', () => {
    for (const { steps } of scannerSetup({ ...input, caUrl: null }).recipes) {
      expect(steps.map(({ code }) => code).join('\n')).not.toMatch(
        /SSL_CERT_DIR|ca\.pem|eventide:/,
      );
    }
  });

  it('keeps the key out of files that are committed', () => {
    for (const id of ['github-actions', 'gitlab-ci'] as const) {
      for (const { language, code } of recipe(input, id).steps) {
        expect(code.includes(apiKey)).toBe(language === 'bash');
      }
    }
  });

  it('tells CI users that a runner cannot reach localhost', () => {
    const local = { ...input, publicUrl: 'http://localhost:3000' };
    expect(recipe(local, 'github-actions').notes.slice(scannerNotes.length)).toEqual([
      'Runners cannot reach localhost: set PUBLIC_URL to an address of Eventide that they can.',
    ]);
    expect(recipe(input, 'github-actions').notes).toEqual(scannerNotes);
  });
});

it('refuses values that would break out of their line', () => {
  expect(() => scannerSetup({ ...input, projectName: 'a\nb' })).toThrow(RangeError);
  expect(() => scannerSetup({ ...input, hostAddress: '1.2.3.4\n6.6.6.6 bank.example' })).toThrow(
    RangeError,
  );
});

function checkSyntax(script: string): void {
  execFileSync('bash', ['-n'], { input: script, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Evaluates the one expression that may stand in a script, as GitHub does before the shell sees it. */
function afterGithub(script: string): string {
  return script.replaceAll("${{ '${{' }}", () => '${{');
}

/** The scripts of a GitHub workflow or a GitLab pipeline, wherever they stand in it. */
function scriptsIn(node: unknown, key = ''): string[] {
  if (typeof node === 'string')
    return ['run', 'script', 'before_script'].includes(key) ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((item) => scriptsIn(item, key));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => scriptsIn(value, name));
}
