import { expect, test } from 'vitest';
import { secretsIn } from './chat';
import { shownOf } from './post';

const SLACK = 'https://hooks.slack.com/services/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d';
const TEAMS =
  'https://prod-1.logic.azure.com/workflows/0f/triggers/manual/paths/invoke?api-version=2016-06-01&sv=1.0&sig=hunter2%2Fhunter2hunter2hunter2';

test.each([
  [SLACK, `No such hook: ${SLACK}`],
  [SLACK, `{"path":"${new URL(SLACK).pathname.replaceAll('/', '\\/')}"}`],
  [SLACK, 'no_service hunter2hunter2hunter2abcd'],
  [TEAMS, `<a href="${TEAMS.replaceAll('&', '&amp;')}">here</a>`],
  [TEAMS, TEAMS.replaceAll('&', '\\u0026')],
  [TEAMS, 'The signature hunter2/hunter2hunter2hunter2 is not valid'],
])('of %s nothing secret is kept of an answer that says %s', (url, answer) => {
  expect(shownOf(answer, secretsIn(url))).not.toContain('hunter2');
});

test('what an answer says in words stays', () => {
  const answer = 'invalid_payload: services, workflows and triggers of 2016-06-01';
  for (const url of [SLACK, TEAMS]) expect(shownOf(answer, secretsIn(url))).toBe(answer);
});
