import { shellQuote } from './quoting';
import { type ScannerPlace, fetchCommands, scannerNotes } from './scanner-commands';
import { scannerHosts } from './scanner-hosts';
import {
  type ScannerRecipe,
  type ScannerSetupInput,
  imageOf,
  projectOf,
} from './scanner-setup-input';
import { dockerHostName, serviceAddress, urlFromContainer } from './service-address';

const scannerImage = 'noqcks/xeol:latest';
/** Docker itself puts its machine's address in the place of `host-gateway`. */
const place: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: 'host-gateway' };

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
        code: [...fetchCommands(input, place), dockerRun(input)].join(' &&\n'),
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
    ...(feed !== input.databaseUrl ? [`--add-host "${dockerHostName}:${place.thisMachine}"`] : []),
    ...(input.caUrl
      ? [`--volume "${place.folder}:/eventide:ro"`, '--env SSL_CERT_DIR=/eventide']
      : []),
    `--env XEOL_API_KEY=${shellQuote(input.apiKey)}`,
    `--env XEOL_PROJECT_NAME=${shellQuote(projectOf(input))}`,
    `--env XEOL_DB_UPDATE_URL=${shellQuote(feed)}`,
    '--env XEOL_CHECK_FOR_APP_UPDATE=false',
    `${scannerImage} -v ${shellQuote(imageOf(input))}`,
  ];
  return ['docker run --rm', ...options.map((option) => `  ${option}`)].join(' \\\n');
}
