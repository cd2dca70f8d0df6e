import { withValue } from '../../src-shared/team-document/document-path.ts';
import { stringOf } from '../../src-shared/kernel/json.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/Button.tsx';
import { directionOf, isLongText, isTooLong, shownOf, tooLongNote } from '../ui/long-text.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';
import css from './TeamView.module.css';

/** What the team is asked to do: part of its document. */
export function TaskBar() {
  const editor = useTeamEditor();
  const task = useEditor(({ document }) => stringOf(document['task']));
  const isLong = isLongText(task);
  const tooLong = isTooLong(task);
  const set = (value: string) => editor.edit('Change the task', (document) => withValue(document, ['task'], value), { merge: 'task' });
  return (
    <div className={css['taskbar']}>
      <label htmlFor="task">Task</label>
      <textarea
        id="task"
        data-at="/task"
        className={classNames(css['task'], !isLong && css['grows'])}
        rows={isLong ? 5 : 1}
        maxLength={262_144}
        dir={directionOf(task)}
        spellCheck={!isLong}
        placeholder="What is this team to do?"
        value={tooLong ? shownOf(task) : task}
        readOnly={tooLong}
        onChange={({ target }) => set(target.value)}
      />
      {tooLong && (
        <>
          <span className="small dim">{tooLongNote(task)}</span>
          <Button onClick={() => set('')}>Clear</Button>
        </>
      )}
    </div>
  );
}
