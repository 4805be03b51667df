import {
  withoutGithubExpressions,
  withoutGitlabVariables,
  yamlQuote,
} from '@/domain/scanner-setup/quoting';

/** The addresses that a pipeline needs. */
export interface BuildRecipeInput {
  readonly publicUrl: string;
  readonly audience: string;
}

/** Writes a workflow that gates each pull request and stores what was pushed, without a stored key. */
export function githubBuildRecipe({ publicUrl, audience }: BuildRecipeInput): string {
  const value = (text: string) => yamlQuote(withoutGithubExpressions(text));
  return `name: EOL gate
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
  id-token: write
jobs:
  eol-gate:
    # GitHub gives pull requests of forks no token.
    if: github.event.pull_request.head.repo.fork != true
    runs-on: ubuntu-latest
    env:
      EVENTIDE_URL: ${value(publicUrl)}
      EVENTIDE_AUDIENCE: ${value(audience)}
    steps:
      - uses: actions/checkout@v4
      - run: curl -fsSO "$EVENTIDE_URL/cli/eventide.mjs"
      - run: npm sbom --package-lock-only --sbom-format cyclonedx > sbom.json
      - run: node eventide.mjs gate sbom.json
      - if: github.event_name == 'push'
        run: node eventide.mjs upload sbom.json
`;
}

/** Writes a job that gates each merge request and stores what was pushed, without a stored key. */
export function gitlabBuildRecipe({ publicUrl, audience }: BuildRecipeInput): string {
  const value = (text: string) => yamlQuote(withoutGitlabVariables(text));
  return `eol-gate:
  stage: test
  image: node:24-alpine
  id_tokens:
    EVENTIDE_ID_TOKEN:
      aud: ${value(audience)}
  variables:
    EVENTIDE_URL: ${value(publicUrl)}
  script:
    - wget -q "$EVENTIDE_URL/cli/eventide.mjs"
    - npm sbom --package-lock-only --sbom-format cyclonedx > sbom.json
    - node eventide.mjs gate sbom.json
    - if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]; then node eventide.mjs upload sbom.json; fi
`;
}
