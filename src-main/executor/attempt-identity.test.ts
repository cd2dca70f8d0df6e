import { expect, it } from 'vitest';
import { createAttemptIdentity } from './attempt-identity.ts';

it('gives the attempt ids of spec section 4', () => {
  const stream = { namespace: 'team-conversation', streamId: 'release-team-run' };
  expect(createAttemptIdentity(stream, 'writer', 'team/writer/1').attemptId).toBe(
    'sha256:c8392aa54cd1bdad07b0eaeae3c92d45d908df0ae018a1213f5cbf7e70306d4a',
  );
  expect(createAttemptIdentity(stream, 'reviewer', 'team/reviewer/1').attemptId).toBe(
    'sha256:871a3446a082fe6d55ea3d03348752a78879fcc2e3798d1ebf9ef304576964c7',
  );
});
