import { stringOf } from '../../../src-shared/kernel/json.ts';
import { valueIn } from '../../../src-shared/team-document/document-path.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { stepsOf } from '../../../src-shared/team-document/pointer-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { Name } from '../../ui/Name.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useEditor, useTeamEditor } from '../editor-store.ts';
import { glimpseOf } from './fields.tsx';
import css from './Inspector.module.css';
import { isWithin } from './places.ts';

/** Lists whose things show their own. */
const THINGS = ['/members', '/rooms', '/notes', '/groups'];

/** Fields of the document that nothing is known about: they are kept, and can be removed. '' shows those of the team itself. */
export function UnknownKeys({ under }: { under: string }) {
  const editor = useTeamEditor();
  const problems = useEditor((state) => state.problems);
  const document = useEditor((state) => state.document);
  const unknown = problems.filter(
    ({ code, path }) => code === 'UNKNOWN_KEY' && isWithin(path, under) && !(under === '' && THINGS.some((list) => isWithin(path, list))),
  );
  if (unknown.length === 0) return null;
  return (
    <div className={css['group']} role="group" aria-label="Unknown fields">
      <span className={css['groupName']}>Unknown fields</span>
      <ul>
        {unknown.map(({ path, message }) => {
          const steps = stepsOf(document, path);
          const key = stringOf(steps.slice(stepsOf(document, under).length).join('.'));
          return (
            <li key={path} className={css['unknown']} title={visibleText(message)}>
              <span className="cut">
                <span className="code">
                  <Name>{key}</Name>
                </span>{' '}
                <span className="dim">
                  <Name>{glimpseOf(valueIn(document, steps))}</Name>
                </span>
              </span>
              <Button
                data-at={path}
                aria-label={`Remove ${visibleText(key)}`}
                onClick={() => editor.edit(`Remove ${key}`, (now) => setField(now, steps, undefined))}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
