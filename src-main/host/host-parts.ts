import type { HomeStore } from '../store/home-store.ts';
import type { LibraryFeed } from './library-feed.ts';
import type { RunHeads } from './run-heads.ts';
import type { RunReaders } from './run-readers.ts';
import type { RunService } from './run-service.ts';
import type { RunStatuses } from './run-statuses.ts';
import type { TeamFiles } from './team-files.ts';
import type { TeamLibrary } from './team-library.ts';

/** What a host is made of; handlers get it whole. */
export interface HostParts {
  readonly home: HomeStore;
  readonly service: RunService;
  readonly heads: RunHeads;
  readonly readers: RunReaders;
  readonly statuses: RunStatuses;
  readonly teams: TeamLibrary;
  readonly files: TeamFiles;
  readonly feed: LibraryFeed;
}
