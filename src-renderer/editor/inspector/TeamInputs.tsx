import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type JsonValue, pointerOf } from '../../../src-shared/kernel/json.ts';
import { renameInput } from '../../../src-shared/team-document/edit/rename-input.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { DraftField, type Reading } from '../../ui/DraftField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useTeamEditor } from '../editor-store.ts';
import css from './Inspector.module.css';
import { useFinding, useSetter, useValue } from './places.ts';

/** Values that a run is given and scripts take in with `{{input.<key>}}`. */
export function TeamInputs() {
  const value = useValue(['inputs']);
  const inputs = isJsonObject(value) ? value : {};
  const keys = Object.keys(inputs);
  const set = useSetter('Add an input', ['inputs']);
  const add = () => {
    let number = 1;
    while (Object.hasOwn(inputs, `input-${number}`)) number += 1;
    set({ ...inputs, [`input-${number}`]: '' });
  };
  return (
    <div className={css['group']} role="group" aria-label="Inputs">
      <span className={css['groupName']}>Inputs</span>
      {keys.length === 0 && <p className="small dim">Values for a run that scripts take in, as {'{{input.name}}'}.</p>}
      {keys.map((key, index) => (
        // Its key may be renamed while it is looked at; its place stays.
        // oxlint-disable-next-line react/no-array-index-key
        <Input key={index} name={key} />
      ))}
      <div>
        <Button icon={<Plus />} onClick={add}>
          Add input
        </Button>
      </div>
    </div>
  );
}

/** A typed value as what the input was before: numbers stay numbers, yes and no stay so. */
function likeBefore(text: string, before: JsonValue | undefined): JsonValue {
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function Input({ name }: { name: string }) {
  const editor = useTeamEditor();
  const place = ['inputs', name];
  const value = useValue(place);
  const set = useSetter('Change an input', place, 'typing');
  const finding = useFinding(place);
  const shown = visibleText(name);
  const read = (text: string): Reading => {
    const key = text.trim();
    if (key === '' || /[{}]/u.test(key)) return { refusal: 'An input needs a name without braces.' };
    const inputs = editor.document['inputs'];
    if (key !== name && isJsonObject(inputs) && Object.hasOwn(inputs, key)) return { refusal: `There is an input ${key} already.` };
    return { text: key, save: () => editor.edit(`Rename input ${name}`, (document) => renameInput(document, name, key)) };
  };
  return (
    <div className={css['input']}>
      <DraftField label={`Name of input ${shown}`} isBare value={name} read={read} saves="leaving" isCode />
      <TextField
        label={`Value of input ${shown}`}
        isBare
        at={pointerOf(place)}
        finding={finding}
        placeholder="default"
        value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)}
        onChange={(text) => set(likeBefore(text, value))}
      />
      <IconButton label={`Remove input ${shown}`} onClick={() => set(undefined)}>
        <Trash2 />
      </IconButton>
    </div>
  );
}
