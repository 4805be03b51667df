import {
  dockerHostName,
  imageOf,
  type PortMapping,
  portMapping,
  projectOf,
  scannerHosts,
  type ScannerRecipe,
  type ScannerSetupInput,
  serviceAddress,
  urlFromContainer,
} from './addresses';
import { githubActionsRecipe, gitlabCiRecipe } from './pipelines';
import { shellQuote } from './quoting';
import {
  fetchCommands,
  hostsCommands,
  installCommand,
  scanCommand,
  scannerNotes,
  type ScannerPlace,
} from './scanners';

export interface ScannerSetup {
  /** To do first, on the service's side; null when nothing is. */
  readonly portMapping: PortMapping | null;
  readonly recipes: readonly ScannerRecipe[];
}

/**
 * Everything a stock scanner needs to report to this service: complete commands, ready to be copied.
 * Throws TypeError when `publicUrl` is no URL, RangeError when a value holds control characters.
 */
export function scannerSetup(input: ScannerSetupInput): ScannerSetup {
  return {
    portMapping: portMapping(input),
    recipes: [
      shellRecipe(input),
      dockerRecipe(input),
      githubActionsRecipe(input),
      gitlabCiRecipe(input),
    ],
  };
}

const MACHINE: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: '127.0.0.1' };

/** For a person at a Linux shell with sudo. */
export function shellRecipe(input: ScannerSetupInput): ScannerRecipe {
  const environment = [
    `XEOL_API_KEY=${shellQuote(input.apiKey)}`,
    `XEOL_PROJECT_NAME=${shellQuote(projectOf(input))}`,
    `XEOL_DB_UPDATE_URL=${shellQuote(input.databaseUrl)}`,
    'XEOL_CHECK_FOR_APP_UPDATE=false',
  ];
  return {
    id: 'shell',
    title: 'Shell',
    steps: [
      {
        title: 'Install the scanner, unless you have it',
        language: 'bash',
        code: installCommand('sudo sh'),
      },
      {
        title: 'Once on this machine: trust Eventide and send the scanner’s calls to it',
        language: 'bash',
        code: [...fetchCommands(input, MACHINE), ...hostsCommands].join(' &&\n'),
      },
      {
        title: 'Scan an image',
        language: 'bash',
        code: [...environment, scanCommand(input, MACHINE)].join(' \\\n'),
      },
    ],
    notes: [
      ...scannerNotes,
      'On macOS and Windows the scanner reads the system’s certificates and not SSL_CERT_DIR: use Docker there.',
    ],
  };
}

const scannerImage = 'noqcks/xeol:latest';
/** Docker itself puts its machine's address in the place of `host-gateway`. */
const CONTAINER: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: 'host-gateway' };

/** For any machine with Docker, macOS and Windows included: nothing on the machine itself changes. */
export function dockerRecipe(input: ScannerSetupInput): ScannerRecipe {
  const onThisMachine = serviceAddress(input).kind === 'this-machine';
  return {
    id: 'docker',
    title: 'Docker',
    steps: [
      {
        title: 'Scan an image',
        language: 'bash',
        code: [...fetchCommands(input, CONTAINER), dockerRun(input)].join(' &&\n'),
      },
    ],
    notes: [
      ...scannerNotes,
      'For images that exist on this machine only, add --volume /var/run/docker.sock:/var/run/docker.sock.',
      ...(onThisMachine
        ? [
            'Containers reach this machine by its bridge address, so Eventide has to listen on 0.0.0.0.',
          ]
        : []),
    ],
  };
}

function dockerRun(input: ScannerSetupInput): string {
  const feed = urlFromContainer(input.databaseUrl);
  const options = [
    ...scannerHosts.map((host) => `--add-host "${host}:$EVENTIDE_ADDRESS"`),
    ...(feed !== input.databaseUrl
      ? [`--add-host "${dockerHostName}:${CONTAINER.thisMachine}"`]
      : []),
    ...(input.caUrl
      ? [`--volume "${CONTAINER.folder}:/eventide:ro"`, '--env SSL_CERT_DIR=/eventide']
      : []),
    `--env XEOL_API_KEY=${shellQuote(input.apiKey)}`,
    `--env XEOL_PROJECT_NAME=${shellQuote(projectOf(input))}`,
    `--env XEOL_DB_UPDATE_URL=${shellQuote(feed)}`,
    '--env XEOL_CHECK_FOR_APP_UPDATE=false',
    `${scannerImage} -v ${shellQuote(imageOf(input))}`,
  ];
  return ['docker run --rm', ...options.map((option) => `  ${option}`)].join(' \\\n');
}
