import { Copy } from 'lucide-react';
import { stringOf } from '../../../src-shared/kernel/json.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_TAIL_MESSAGES, DEFAULT_TURNS_PER_MEMBER } from '../../../src-shared/team-document/defaults.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ReadOnlyField } from '../../ui/Field.tsx';
import { useEditor } from '../editor-store.ts';
import { LinesAt, NumberAt, TextAt } from './fields.tsx';
import css from './Inspector.module.css';
import { NameField } from './NameField.tsx';
import { PaneHead } from './PaneHead.tsx';
import { useFinding, useValue } from './places.ts';
import { TeamInputs } from './TeamInputs.tsx';
import { UnknownKeys } from './UnknownKeys.tsx';
import { FieldMessage } from '../../ui/Field.tsx';

const COUNT = { least: 1, isWhole: true };

/** The team itself, while nothing in it is selected. */
export function TeamPane({ onClose }: { onClose: () => void }) {
  const id = stringOf(useValue(['id']));
  const name = useEditor(({ team }) => team.name);
  return (
    <>
      <PaneHead title={name} kind="Team" onClose={onClose} />
      <div className={css['group']}>
        <NameField of="team" place={[]} />
        <div className={css['two']}>
          <div className={css['withButton']}>
            <ReadOnlyField label="Id" value={id} />
            <IconButton label="Copy id" onClick={() => void navigator.clipboard.writeText(id)}>
              <Copy />
            </IconButton>
          </div>
          <NumberAt label="Version" place={['version']} rule={COUNT} placeholder="1" />
        </div>
      </div>
      <div className={css['group']}>
        <div className={css['two']}>
          <NumberAt
            label="Turns per member"
            place={['limits', 'maxTurnsPerMember']}
            rule={COUNT}
            placeholder={String(DEFAULT_TURNS_PER_MEMBER)}
          />
          <NumberAt label="At once" place={['limits', 'globalConcurrency']} rule={COUNT} placeholder={`${DEFAULT_CONCURRENCY} member`} />
          <NumberAt label="Messages in view" place={['tailMessages']} rule={COUNT} placeholder={`the last ${DEFAULT_TAIL_MESSAGES}`} />
        </div>
      </div>
      <TeamInputs />
      <WithoutEffect label="Budget" field="budget">
        <div className={css['two']}>
          <NumberAt label="US dollars" place={['budget', 'usd']} rule={{ least: 0, isWhole: false }} placeholder="no limit" />
          <NumberAt label="Tokens" place={['budget', 'tokens']} rule={{ least: 0, isWhole: true }} placeholder="no limit" />
        </div>
      </WithoutEffect>
      <WithoutEffect label="Workspace" field="workspace">
        <TextAt label="Directory" place={['workspace', 'directory']} placeholder="a fresh folder" isProse={false} />
        <LinesAt label="Allowed paths" place={['workspace', 'allowedPaths']} placeholder="**" />
      </WithoutEffect>
      <UnknownKeys under="" />
    </>
  );
}

/** Fields that are kept for later versions, and what the document's problems say of them. */
function WithoutEffect({ label, field, children }: { label: string; field: string; children: React.ReactNode }) {
  const finding = useFinding([field]);
  return (
    <div className={css['group']} role="group" aria-label={label}>
      <span className={css['groupName']}>{label}</span>
      {children}
      {finding !== undefined && finding.path === `/${field}` && <FieldMessage finding={finding} />}
    </div>
  );
}
