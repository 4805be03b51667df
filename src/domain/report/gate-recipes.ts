import {
  shellQuote,
  withoutGithubExpressions,
  withoutGitlabVariables,
  yamlQuote,
} from '@/domain/scanner-setup/quoting';

/** What the recipes are filled in with. */
export interface GateRecipeInput {
  readonly publicUrl: string;
  readonly apiKey: string;
}

/** One block to copy, with a line that says what it does and where it belongs. */
export interface GateStep {
  readonly title: string;
  readonly code: string;
}

export interface GateRecipe {
  readonly id: 'github-actions' | 'gitlab-ci' | 'jenkins' | 'curl';
  readonly title: string;
  readonly steps: readonly GateStep[];
}

/**
 * Lists the ways to stop a build for software that has ended, each of them whole.
 * @throws RangeError when a value holds control characters
 */
export function gateRecipes(input: GateRecipeInput): readonly GateRecipe[] {
  return [
    { id: 'github-actions', title: 'GitHub Actions', steps: githubSteps(input) },
    { id: 'gitlab-ci', title: 'GitLab CI', steps: gitlabSteps(input) },
    { id: 'jenkins', title: 'Jenkins', steps: [jenkinsStage(input)] },
    { id: 'curl', title: 'curl', steps: [curlCommand(input)] },
  ];
}

function githubSteps({ publicUrl, apiKey }: GateRecipeInput): GateStep[] {
  const action = shellQuote(`${publicUrl}/cli/github/action.yml`);
  return [
    {
      title: 'Take the action into the repository, and store the key',
      code: `mkdir -p .github/actions/eventide
curl -fsS -o .github/actions/eventide/action.yml ${action}
printf '%s' ${shellQuote(apiKey)} | gh secret set EVENTIDE_API_KEY
`,
    },
    {
      title: 'In .github/workflows/eol-gate.yml',
      code: `name: EOL gate
on: [pull_request, push]
permissions:
  contents: read
  security-events: write
jobs:
  eol-gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm sbom --package-lock-only --sbom-format cyclonedx > sbom.json
      - id: eol
        uses: ./.github/actions/eventide
        with:
          url: ${yamlQuote(withoutGithubExpressions(publicUrl))}
          api-key: \${{ secrets.EVENTIDE_API_KEY }}
          location: package-lock.json
      - if: always() && steps.eol.outputs.sarif != ''
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: \${{ steps.eol.outputs.sarif }}
`,
    },
  ];
}

function gitlabSteps({ publicUrl, apiKey }: GateRecipeInput): GateStep[] {
  return [
    {
      title: 'Store the key as a masked variable',
      code: `printf '%s' ${shellQuote(apiKey)} | glab variable set EVENTIDE_API_KEY --masked
`,
    },
    {
      title: 'In .gitlab-ci.yml',
      code: `include:
  - remote: ${yamlQuote(`${publicUrl}/cli/gitlab/templates/eol-gate.yml`)}
    inputs:
      url: ${yamlQuote(withoutGitlabVariables(publicUrl))}
      location: package-lock.json

sbom:
  stage: build
  image: node:24-alpine
  script: npm sbom --package-lock-only --sbom-format cyclonedx > sbom.json
  artifacts:
    paths: [sbom.json]
`,
    },
  ];
}

function jenkinsStage({ publicUrl }: GateRecipeInput): GateStep {
  // Groovy's strings in single quotes expand nothing, but end at one and read a backslash.
  const url = publicUrl.replaceAll(/['\\]/g, String.raw`\$&`);
  return {
    title: 'In the Jenkinsfile, with the key as a credential of the kind “secret text”',
    code: `stage('EOL gate') {
  environment {
    EVENTIDE_URL = '${url}'
    EVENTIDE_API_KEY = credentials('eventide-api-key')
  }
  steps {
    sh 'curl -fsSO "$EVENTIDE_URL/cli/eventide.mjs"'
    sh 'node eventide.mjs gate target/bom.json --project shop -o text -o junit=eol.xml'
  }
  post { always { junit 'eol.xml' } }
}
`,
  };
}

/**
 * Passes by what it reads and not by what it does not: a shell forgets that jq is missing or has failed. In parentheses, as `set -e`
 * does not end a script for the first command of several with `&&`.
 */
function curlCommand({ publicUrl, apiKey }: GateRecipeInput): GateStep {
  return {
    title: 'In any shell: fails on a denial, and where no answer of Eventide can be read',
    code: `(curl -sS --fail-with-body -H ${shellQuote(`Authorization: ApiKey ${apiKey}`)} --data-binary @sbom.json \\
  ${shellQuote(`${publicUrl}/api/sbom/check?project=shop`)} -o answer.json &&
  jq -r .policy.action answer.json | grep -xE 'ALLOW|WARN')
`,
  };
}
