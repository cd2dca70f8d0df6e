/** Library entry `troupe/runtime/storage/local`: runs in one SQLite file. */
export {
  closeLocalRunStorage,
  createLocalArtifactStore,
  createLocalEventStore,
  createLocalRunStorage,
  type LocalArtifactStoreOptions,
  type LocalEventStoreOptions,
  type LocalRunStorage,
  type LocalRunStorageOptions,
} from '../store/local-run-storage.ts';
export type { LocalEventStore } from '../store/event-store.ts';
