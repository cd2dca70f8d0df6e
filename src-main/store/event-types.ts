import type { Reader, Writer } from './connection.ts';

/** The dictionary of event types: a row holds a number of one byte instead of a name. */
export interface EventTypes {
  /** Number of a type, given one in this transaction if it is new. */
  number(writer: Writer, name: string): number;
  name(reader: Reader, number: number): string | null;
  /** After a rollback: a number given in it may mean something else next time. */
  forget(): void;
}

export function createEventTypes(): EventTypes {
  const numbersByName = new Map<string, number>();
  const namesByNumber = new Map<number, string>();
  return {
    number(writer, name) {
      const known = numbersByName.get(name);
      if (known !== undefined) return known;
      writer.run('INSERT OR IGNORE INTO event_type (name) VALUES (?)', name);
      const number = writer.get<{ id: number }>('SELECT id FROM event_type WHERE name = ?', name)?.id ?? 0;
      numbersByName.set(name, number);
      return number;
    },
    name(reader, number) {
      const known = namesByNumber.get(number) ?? reader.get<{ name: string }>('SELECT name FROM event_type WHERE id = ?', number)?.name;
      if (known === undefined) return null;
      namesByNumber.set(number, known);
      return known;
    },
    forget: () => numbersByName.clear(),
  };
}
