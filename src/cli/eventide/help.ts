/** The text of `eventide help`. */
export const HELP = `eventide: is this software still supported?

  eventide check   [FILE]            says what has ended in an SBOM; stores nothing
  eventide gate    [FILE]            the same, and fails where a policy denies it
  eventide upload  [FILE]            stores it as what an image or application is now
  eventide diff    [FILE] --against project/image:tag
                                     what came and went since the image was last seen
  eventide who-has PRODUCT CYCLE     the images that hold it, if its end is known
  eventide policy  export|diff|apply [FILE]
                                     policies, own dates and owners as a file: what there
                                     is, what it would change, and make it so
  eventide catalog export|diff|apply [FILE]
                                     the same for products of your own

FILE is an SBOM of any tool: CycloneDX, SPDX, Syft, GitHub's; left out or -: standard input.
A policy file is eventide.yaml, products are catalog.yaml; see /docs of the service.

  --url URL           where Eventide is; or EVENTIDE_URL
  --key KEY           better EVENTIDE_API_KEY, which other users do not see
  --audience TEXT     in GitHub Actions without a key; or EVENTIDE_AUDIENCE. In GitLab without
                      a key: the token EVENTIDE_ID_TOKEN
  --project NAME      whose policies decide; where an upload belongs
  --name, --tag, --digest   what the document is of; left out: as it says
  --label k=v         of an upload
  -o, --output FORMAT[=FILE]   json, sarif, sarif-suppressions, junit, gitlab-code-quality,
                      gitlab-dependency-scanning, markdown, text; may be repeated
  --location FILE     the file that a report points at, such as Dockerfile
  --category TEXT     tells a report apart from others of the same project and name
  --codeowners FILE   goes with what is stored; left out: the repository's, where there is one
  --no-codeowners     sends none
  --upload            gate: store it too
  --fail-on warn      gate: warnings fail as well
  --min-coverage N    gate: fail when less than N % of the components are known
  --fail-open         pass, and say so, when Eventide is not reached or refuses the key
  --ca FILE           certificates to trust (PEM)
  --timeout SECONDS   120

Exit codes: 0 pass, 1 denied, 2 usage, 3 Eventide not reached or refused, 4 input that cannot be read.
`;
