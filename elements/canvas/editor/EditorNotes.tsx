import { type ReactNode, useState } from 'react'
import { type Problem, problemSentence } from '../../../core/canvas/problem.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import type { Drawn } from './drawn/drawn.ts'
import { useNoun } from './drawn/noun.ts'
import type { Draft } from './saving/drafts.ts'
import type { SaveStatus } from './saving/saver.ts'
import type { Lock } from './saving/use-lock.ts'
import { text } from './text.ts'

interface EditorNotesProps {
  readonly drawn: Drawn
  readonly isNarrow: boolean
  readonly mayEdit: boolean
  readonly lock: Lock
  readonly isUnsaved: boolean
  readonly status: SaveStatus
  /** As another page saved it; null until that is known. */
  readonly newest: Drawn | null
  readonly draft: Draft | null
  readonly problems: readonly Problem[]
  readonly onDiscard: () => void
  readonly onSaveAs: () => void
  readonly onRestoreDraft: () => void
  readonly onDropDraft: () => void
}

/** What a save is refused with where somebody has deleted the screen, with its template or alone, or the dashboard. */
const GONE = ['115005', '118001']

/** What the person has to know before going on, in plain sentences, each with what can be done. */
export function EditorNotes(props: EditorNotesProps) {
  const { drawn, isNarrow, mayEdit, lock, isUnsaved, status, newest, draft, problems } = props
  const isConflict = status.is === 'conflict'
  const t = useText(text)
  const noun = useNoun(drawn)
  const format = useFormat()
  const [isTaking, setTaking] = useState(false)
  const { holder } = lock
  const holderName = holder?.user_name ?? ''
  const heldWords = lock.isOwn
    ? lock.wasTaken
      ? t.takenByYou({ noun })
      : t.heldByYou({ noun })
    : (lock.wasTaken ? t.takenBy : t.heldBy)({ noun, name: holderName })
  const saveAs = (
    <Button key="as" onPress={props.onSaveAs}>
      {t.saveAs({ noun })}
    </Button>
  )
  const discard = (
    <Button key="discard" onPress={props.onDiscard}>
      {t.reload}
    </Button>
  )
  return (
    <div className="editor-notes">
      {isConflict && (
        <Note isWrong actions={[discard, saveAs]}>
          {newest && newest.revision !== drawn.revision
            ? t.conflictBy({ name: newest.changed_by, time: format.dateTime(newest.changed_time) })
            : t.conflict({ noun })}
        </Note>
      )}
      {status.is === 'refused' && GONE.includes(status.code) && (
        <Note isWrong actions={[saveAs]}>
          {t.gone({ noun })}
        </Note>
      )}
      {holder && mayEdit && (
        <Note
          isWrong={lock.wasTaken}
          actions={[
            ...(isUnsaved && !isConflict ? [saveAs] : []),
            !isNarrow && (
              <Button key="take" onPress={() => setTaking(true)}>
                {t.takeOver}
              </Button>
            ),
          ]}
        >
          {heldWords}
          {lock.wasTaken && isUnsaved && ` ${t.takenKept}`}
        </Note>
      )}
      {!mayEdit && <Note>{t.readOnly({ noun: drawn.template_id === null ? noun : t.template })}</Note>}
      {isNarrow && mayEdit && <Note>{t.narrow}</Note>}
      {draft && (
        <Note
          actions={[
            <Button key="restore" look="primary" onPress={props.onRestoreDraft}>
              {t.restore}
            </Button>,
            <Button key="discard" onPress={props.onDropDraft}>
              {t.discard}
            </Button>,
          ]}
        >
          {draft.revision === drawn.revision
            ? t.draft({ time: format.dateTime(draft.kept_time) })
            : t.draftOld({ noun, time: format.dateTime(draft.kept_time) })}
        </Note>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      <ConfirmDialog
        title={t.takeTitle({ name: drawn.name })}
        explanation={t.takeWhy({ noun, holder: holderName })}
        confirmLabel={t.takeOver}
        isOpen={isTaking}
        onConfirm={() => {
          setTaking(false)
          void lock.take()
        }}
        onClose={() => setTaking(false)}
      />
    </div>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const t = useText(text)
  const { lang } = useElement()
  const [isOpen, setOpen] = useState(false)
  return (
    <Note
      actions={[
        <Button key="show" onPress={() => setOpen(!isOpen)}>
          {isOpen ? t.hide : t.showProblems}
        </Button>,
      ]}
    >
      {t.problems({ count: problems.length })}
      {isOpen && (
        <ul className="editor-problems">
          {problems.slice(0, 50).map((problem) => {
            const said = problemSentence(problem, lang)
            return <li key={said}>{said}</li>
          })}
        </ul>
      )}
    </Note>
  )
}

interface NoteProps {
  isWrong?: boolean
  actions?: ReactNode[]
  children: ReactNode
}

function Note({ isWrong = false, actions = [], children }: NoteProps) {
  return (
    <div className="editor-note" data-wrong={isWrong || undefined} role={isWrong ? 'alert' : 'status'}>
      <Icon name={isWrong ? 'warning' : 'info'} />
      <div className="editor-note-words">{children}</div>
      {actions.length > 0 && <div className="editor-note-actions">{actions}</div>}
    </div>
  )
}
