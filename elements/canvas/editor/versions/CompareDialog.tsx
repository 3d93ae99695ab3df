import { useMemo } from 'react'
import { differences } from '../../../../core/canvas/diff.ts'
import { differenceSentence } from '../../../../core/canvas/difference-sentence.ts'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { propertyName } from '../binding/property-name.ts'
import { useNoun } from '../drawn/noun.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'
import { useVersion } from './use-version.ts'

/** A stored version, or what is drawn now. */
export type Compared = ScreenVersion | 'now'

interface CompareDialogProps {
  from: Compared
  to: Compared
  onClose: () => void
}

const SHOWN = 300

/** What two states of what is drawn differ in, in sentences. */
export function CompareDialog({ from, to, onClose }: CompareDialogProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { drawn } = useEditor()
  const noun = useNoun(drawn)
  const whole = useEditorState((state) => state.whole)
  const older = useVersion(from === 'now' ? null : from)
  const newer = useVersion(to === 'now' ? null : to)
  const before = from === 'now' ? whole : older.document
  const after = to === 'now' ? whole : newer.document
  const found = useMemo(() => (before && after ? differences(before, after) : null), [before, after])
  const nameOf = (one: Compared) => (one === 'now' ? t.now({ noun }) : t.revision({ count: one.revision }))
  const failed = older.failure ? older : newer.failure ? newer : null
  const names = {
    kind: (kind: string) => namesOf(kind, lang).kind,
    property: (kind: string, path: string) => propertyName(kind, path, lang),
  }
  return (
    <Dialog title={t.difference} isOpen onClose={onClose}>
      <p className="panel-note">{t.fromTo({ from: nameOf(from), to: nameOf(to) })}</p>
      {failed?.failure && <Failure failure={failed.failure} onRetry={failed.reload} />}
      {(older.isRefused || newer.isRefused) && <p className="field-error">{t.unreadable}</p>}
      {!found && !failed && !older.isRefused && !newer.isRefused && <Skeleton rows={6} />}
      {found?.length === 0 && <p className="panel-none">{t.same}</p>}
      {found && found.length > 0 && (
        <>
          <h4 className="dialog-count">{t.changes({ count: found.length })}</h4>
          <ul className="change-list">
            {found.slice(0, SHOWN).map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
              <li key={at}>{differenceSentence(change, lang, names)}</li>
            ))}
            {found.length > SHOWN && <li>{t.moreChanges({ count: found.length - SHOWN })}</li>}
          </ul>
        </>
      )}
    </Dialog>
  )
}
