import { isJsonObject, stringOf } from '../../../src-shared/kernel/json.ts';
import { withKey } from '../../../src-shared/team-document/document-path.ts';
import { thingsOf } from '../../../src-shared/team-document/edit/thing-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuChoice, MenuChoices } from '../../ui/Menu.tsx';
import { useTeamEditor } from '../editor-store.ts';
import css from './Inspector.module.css';

/** The hues of tokens.css by number. */
const HUES = ['Blue', 'Orange', 'Teal', 'Magenta', 'Leaf', 'Violet', 'Gold', 'Sky', 'Red', 'Pine', 'Umber', 'Slate'] as const;

/** The twelve colours, for one member (its bar opens them) or for several. */
export function ColorMenu({ color, memberIds }: { color: number | null; memberIds: readonly string[] }) {
  const editor = useTeamEditor();
  const choose = (value: string) => {
    const chosen = new Set(memberIds);
    editor.edit('Change colour', (document) => ({
      ...document,
      members: thingsOf(document, 'member').map((member) =>
        isJsonObject(member) && chosen.has(stringOf(member['id'])) ? withKey(member, 'color', Number(value)) : member,
      ),
    }));
  };
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
