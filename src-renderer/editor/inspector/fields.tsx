import { isJsonObject, type JsonValue, stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { type Choice, ChoiceField } from '../../ui/ChoiceField.tsx';
import { DraftField, type Reading } from '../../ui/DraftField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { readJson } from './read-json.ts';
import { readNumber, type NumberRule } from './read-number.ts';
import { type Place, useFinding, useSetter, useValue } from './places.ts';

interface AtPlace {
  readonly label: string;
  readonly place: Place;
  readonly isBare?: boolean;
}
function useField({ label, place, isBare }: AtPlace, by: 'typing' | 'choosing') {
  const [value, finding, set] = [useValue(place), useFinding(place), useSetter(label, place, by)];
  return { value, set, field: { label, isBare, at: pointerOf(place), finding } };
}

type TextAtProps = AtPlace & {
  readonly lines?: number;
  readonly placeholder?: string;
  readonly isProse?: boolean;
  /** Stays in the document when it is empty. */
  readonly isRequired?: boolean;
};
/** A text of the document. */
export function TextAt({ lines, placeholder, isProse, isRequired = false, ...at }: TextAtProps) {
  const { value, set, field } = useField(at, 'typing');
  return (
    <TextField
      {...field}
      {...{ lines, placeholder, isProse }}
      value={stringOf(value)}
      onChange={(text) => set(text === '' && !isRequired ? undefined : text)}
    />
  );
}

/** What is kept where a text, number or list is expected: as it is, so that a person sees what is wrong. */
const asText = (value: JsonValue | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A number of the document; empty is the default, which shows in its place. */
export function NumberAt({ rule, placeholder, ...at }: AtPlace & { readonly rule: NumberRule; readonly placeholder?: string }) {
  const { value, set, field } = useField(at, 'typing');
  const read = (text: string): Reading => {
    const reading = readNumber(text, rule);
    if ('refusal' in reading) return reading;
    return { text: asText(reading.value), save: () => set(reading.value) };
  };
  return <DraftField {...field} value={asText(value)} read={read} placeholder={placeholder} isProse={false} />;
}

/** Any JSON of the document. */
export function JsonAt(at: AtPlace) {
  const { value, set, field } = useField(at, 'typing');
  const kept = value === undefined ? '' : JSON.stringify(value, null, 2);
  const read = (text: string): Reading => {
    const reading = readJson(text);
    if ('refusal' in reading) return reading;
    return { text: reading.value === undefined ? '' : JSON.stringify(reading.value, null, 2), save: () => set(reading.value) };
  };
  return <DraftField {...field} value={kept} read={read} lines={2} isCode placeholder="JSON" />;
}

/** A list of texts, one a line. */
export function LinesAt({ placeholder, ...at }: AtPlace & { readonly placeholder?: string }) {
  const { value, set, field } = useField(at, 'typing');
  const kept = isList(value) ? value.map(asText).join('\n') : asText(value);
  const read = (text: string): Reading => {
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    return { text: lines.join('\n'), save: () => set(lines.length === 0 ? undefined : lines) };
  };
  return <DraftField {...field} value={kept} read={read} lines={2} isCode placeholder={placeholder} />;
}

/** Yes or no; the default leaves the document. */
export function CheckAt({ fallback, hint, ...at }: AtPlace & { readonly fallback: boolean; readonly hint?: string }) {
  const { value, set, field } = useField(at, 'choosing');
  const isChecked = typeof value === 'boolean' ? value : fallback;
  return <CheckField {...field} hint={hint} isChecked={isChecked} onChange={(now) => set(now === fallback ? undefined : now)} />;
}

/** One of some words; the default leaves the document. */
export function ChoiceAt({ choices, fallback, ...at }: AtPlace & { readonly choices: readonly Choice[]; readonly fallback: string }) {
  const { value, set, field } = useField(at, 'choosing');
  return (
    <ChoiceField
      {...field}
      choices={choices}
      value={value === undefined ? fallback : asText(value)}
      onChange={(now) => set(now === fallback ? undefined : now)}
    />
  );
}

/** The beginning of a value in one line. */
export function glimpseOf(value: JsonValue | undefined, most = 80): string {
  const text = isList(value) || isJsonObject(value) ? JSON.stringify(value) : asText(value);
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
