/**
 * Rows of a run are keyed `stream * 2^32 + n` (row-key.ts), so that a run's rows lie together in one B-tree that fills its pages, and
 * need no index of their own.
 */
export const firstTables = `
CREATE TABLE stream (
  id INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  name TEXT NOT NULL,
  envelope_version INTEGER NOT NULL DEFAULT 1,
  max_event_bytes INTEGER,
  max_batch_bytes INTEGER,
  revision INTEGER NOT NULL DEFAULT 0,
  checksum BLOB NOT NULL,
  progress TEXT,
  artifact_bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (namespace, name)
) STRICT;

CREATE TABLE event_type (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  event_id ANY NOT NULL,
  type INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  correlation_id TEXT,
  causation_id TEXT,
  payload TEXT NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE run (
  stream INTEGER PRIMARY KEY REFERENCES stream (id) ON DELETE CASCADE,
  started_at TEXT NOT NULL,
  team TEXT NOT NULL,
  name TEXT NOT NULL,
  form TEXT NOT NULL,
  task TEXT NOT NULL,
  settled TEXT
) STRICT;
CREATE INDEX run_newest ON run (started_at, stream);

CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  position TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  kind TEXT NOT NULL,
  data TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX part_of_turn ON part (id >> 32, position);

CREATE TABLE lease (
  stream INTEGER PRIMARY KEY REFERENCES stream (id) ON DELETE CASCADE,
  holder TEXT NOT NULL,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  started_at TEXT NOT NULL,
  since TEXT NOT NULL,
  beat INTEGER NOT NULL
) STRICT;

CREATE TABLE artifact (
  stream INTEGER NOT NULL REFERENCES stream (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  media_type TEXT NOT NULL,
  purpose TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (stream, digest, media_type, purpose)
) STRICT;

CREATE TABLE team (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  form TEXT NOT NULL,
  format TEXT NOT NULL,
  origin TEXT NOT NULL,
  path TEXT,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE team_version (
  team TEXT NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (team, version)
) STRICT;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
