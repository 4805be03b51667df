import { expect, test } from 'vitest';
import { sbomRecipes } from './sbom-recipes';

const input = { publicUrl: 'https://eventide.example.com', apiKey: 'evt_12345678_secret' };

test.each(sbomRecipes(input))('the recipe for $title has the address and the key', ({ steps }) => {
  const code = steps.map((step) => step.code).join('\n');
  expect(code).toContain(input.publicUrl);
  // Jenkins keeps it as a credential, which is made on its own pages.
  if (!code.includes('credentials(')) expect(code).toContain(input.apiKey);
});

test('the tools that people have each have a tab', () => {
  expect(sbomRecipes(input).map(({ title }) => title)).toEqual([
    ...['npm', 'Syft', 'Trivy', 'cdxgen', 'Docker', 'Maven', 'Gradle'],
    ...['GitHub Actions', 'GitLab CI', 'Jenkins'],
    ...['Dependency-Track clients', 'Kubernetes', 'curl'],
  ]);
});

test('a quote in the key does not end the word, and what is no key is refused', () => {
  const [npm] = sbomRecipes({ ...input, apiKey: "it's" });
  expect(npm?.steps[0]?.code).toContain(String.raw`'Authorization: ApiKey it'\''s'`);
  expect(() => sbomRecipes({ ...input, apiKey: 'a\nb' })).toThrow(RangeError);
});
