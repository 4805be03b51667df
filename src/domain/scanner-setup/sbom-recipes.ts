import { gateRecipes } from '@/domain/report/gate-recipes';
import { clusterClients } from './clusters';
import { shellQuote } from './quoting';

/** What the recipes are filled in with. */
export interface SbomRecipeInput {
  readonly publicUrl: string;
  readonly apiKey: string;
}

/** One block to copy, with a line that says what it does. */
export interface SbomStep {
  readonly title: string;
  readonly code: string;
}

export interface SbomRecipe {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly SbomStep[];
}

/** The project and the image in the commands, until somebody writes their own. */
const PROJECT = 'my-project';
const IMAGE = 'nginx:1.25';

/**
 * Lists the ways to send what tools know of an image or an application, each of them whole.
 * @throws RangeError when a value holds control characters
 */
export function sbomRecipes(input: SbomRecipeInput): readonly SbomRecipe[] {
  return [
    ...commandRecipes(input),
    ...gateRecipes(input)
      .filter(({ id }) => id !== 'curl')
      .map(({ id, title, steps }) => ({ id, title, steps: steps.map(withoutLastLineEnd) })),
    dependencyTrackRecipe(input),
    kubernetesRecipe(input),
    {
      id: 'curl',
      title: 'curl',
      steps: [{ title: 'A document that you have', code: sendCommand(input, '@sbom.json') }],
    },
  ];
}

function commandRecipes(input: SbomRecipeInput): SbomRecipe[] {
  const piped = (id: string, title: string, what: string, command: string): SbomRecipe => ({
    id,
    title,
    steps: [{ title: what, code: `${command} |\n  ${sendCommand(input, '@-')}` }],
  });
  const built = (id: string, title: string, command: string, file: string): SbomRecipe => ({
    id,
    title,
    steps: [
      { title: 'In the project’s folder', code: `${command} &&\n  ${sendCommand(input, file)}` },
    ],
  });
  return [
    piped('npm', 'npm', 'In the project’s folder', 'npm sbom --sbom-format cyclonedx'),
    piped('syft', 'Syft', 'Of an image', `syft ${IMAGE} -o syft-json`),
    piped('trivy', 'Trivy', 'Of an image', `trivy image --format cyclonedx ${IMAGE}`),
    cdxgenRecipe(input),
    piped('docker', 'Docker', 'Of an image, with Docker Scout', `docker scout sbom ${IMAGE}`),
    built(
      'maven',
      'Maven',
      'mvn -q org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom',
      '@target/bom.json',
    ),
    // Each release of the plugin has its file in another folder.
    built(
      'gradle',
      'Gradle',
      './gradlew cyclonedxBom',
      '@"$(find build/reports -name bom.json | head -n 1)"',
    ),
  ];
}

/** It speaks to Dependency-Track, and so to Eventide, by itself. */
function cdxgenRecipe({ publicUrl, apiKey }: SbomRecipeInput): SbomRecipe {
  const code = [
    `cdxgen --server-url ${shellQuote(publicUrl)}`,
    `  --api-key ${shellQuote(apiKey)}`,
    `  --project-name ${PROJECT} --project-version 1.0`,
  ].join(' \\\n');
  return { id: 'cdxgen', title: 'cdxgen', steps: [{ title: 'In the project’s folder', code }] };
}

function dependencyTrackRecipe({ publicUrl, apiKey }: SbomRecipeInput): SbomRecipe {
  return {
    id: 'dependency-track',
    title: 'Dependency-Track clients',
    steps: [
      { title: 'Where a client asks for the server', code: publicUrl },
      { title: 'Where it asks for the API key', code: apiKey },
    ],
  };
}

function kubernetesRecipe(input: SbomRecipeInput): SbomRecipe {
  return {
    id: 'kubernetes',
    title: 'Kubernetes',
    steps: clusterClients(input).map(({ title, values }) => ({
      title: `Helm values of ${title}`,
      code: values,
    })),
  };
}

function sendCommand({ publicUrl, apiKey }: SbomRecipeInput, body: string): string {
  return [
    `curl -sS --fail-with-body -X PUT ${shellQuote(`${publicUrl}/api/sbom?project=${PROJECT}`)}`,
    `    -H ${shellQuote(`Authorization: ApiKey ${apiKey}`)} --data-binary ${body}`,
  ].join(' \\\n');
}

function withoutLastLineEnd({ title, code }: SbomStep): SbomStep {
  return { title, code: code.trimEnd() };
}
