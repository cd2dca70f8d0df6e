import { LayoutTemplate, Plus } from 'lucide-react';
import { TEMPLATE_IDS, type TemplateId, TEMPLATES } from '../../src-shared/team-document/templates.ts';
import { FormIcon } from '../canvas/FormIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuEntry, MenuLine } from '../ui/Menu.tsx';

const [EMPTY, ...READY] = TEMPLATE_IDS;

/** What a team may begin as: a kind of team with nothing in it, or one that is ready to run. */
export function NewTeamMenu({ onCreate, disabled }: { onCreate: (template: TemplateId) => void; disabled: boolean }) {
  const entry = (id: TemplateId, icon: React.ReactNode) => (
    <MenuEntry key={id} icon={icon} label={TEMPLATES[id].label} about={TEMPLATES[id].about} onSelect={() => onCreate(id)} />
  );
  return (
    <Menu
      label="New team"
      trigger={
        <Button look="primary" icon={<Plus />} disabled={disabled}>
          New team
        </Button>
      }
    >
      {entry(EMPTY, <FormIcon form="conversation" />)}
      <MenuLine />
      {READY.map((id) => entry(id, <LayoutTemplate />))}
    </Menu>
  );
}
