import type { JsonObject } from '../../../src-shared/kernel/json.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuChoice, MenuChoices } from '../../ui/Menu.tsx';
import { useTeamEditor } from '../editor-store.ts';
import css from './Inspector.module.css';
import type { Place } from './places.ts';

/** The hues of tokens.css by number. */
const HUES = ['Blue', 'Orange', 'Teal', 'Magenta', 'Leaf', 'Violet', 'Gold', 'Sky', 'Red', 'Pine', 'Umber', 'Slate'] as const;

/** The twelve colours, for one member (its bar opens them) or for several. */
export function ColorMenu({ color, places }: { color: number | null; places: readonly Place[] }) {
  const editor = useTeamEditor();
  const choose = (value: string) =>
    editor.edit('Change colour', (document) =>
      places.reduce<JsonObject>((changed, place) => setField(changed, [...place, 'color'], Number(value)), document),
    );
  return (
    <Menu
      label="Colour"
      trigger={
        color === null ? (
          <Button look="line">Colour</Button>
        ) : (
          <button type="button" className={css['color']} aria-label={`Colour: ${HUES[color - 1] ?? ''}`} data-m={color} title="Colour">
            <i />
          </button>
        )
      }
    >
      <MenuChoices value={String(color)} onChange={choose}>
        {HUES.map((hue, index) => (
          <MenuChoice key={hue} value={String(index + 1)}>
            <i className={css['swatch']} data-m={index + 1} />
            {hue}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
