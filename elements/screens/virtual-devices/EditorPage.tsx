import { useConnection, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { EditorForm } from './EditorForm.tsx'
import { text } from './editor-text.ts'
import { ReadFormulas } from './ReadFormulas.tsx'

interface EditorPageProps {
  /** Null for a new one. */
  sn_code: string | null
  onOpen: (sn_code: string) => void
  onBack: () => void
  onSaved: (sn_code: string, words: string) => void
  /** A word of what was done; with a way back it can be undone there. */
  done: (words: string, undo?: () => void) => void
}

/** The form of a virtual device: a place of its own, since its formulas take the whole width. */
export function EditorPage({ sn_code, onOpen, onBack, onSaved, done }: EditorPageProps) {
  const t = useText(text)
  const { api } = useConnection()
  const mayEdit = useRights()('P32000')
  const { setUnsaved, leave, dialog } = useUnsaved()
  const called = useCall(api.virtualDevice.detail, sn_code === null ? null : { sn_code })
  // What others save meanwhile does not take away what is being typed.
  const detail = called.data ?? called.last
  const isThere = sn_code === null || detail !== null
  const isRead = detail !== null && !(mayEdit && detail.may_edit)

  return (
    <div className="virtual-editor">
      <header className="virtual-head">
        <IconButton icon="chevron-left" label={t.back} onPress={() => leave(onBack)} />
        <h1 className="virtual-title">
          {sn_code === null
            ? t.newTitle
            : isRead
              ? detail.dev_alias
              : t.editTitle({ name: detail?.dev_alias ?? sn_code })}
        </h1>
        {sn_code !== null && detail && (
          <span className="virtual-head-actions">
            <Button icon="external" onPress={() => leave(() => onOpen(sn_code))}>
              {t.open}
            </Button>
          </span>
        )}
      </header>
      {!isThere && called.failure && <Failure failure={called.failure} onRetry={called.reload} />}
      {!isThere && !called.failure && (
        <>
          <LoadingState />
          <Skeleton rows={8} />
        </>
      )}
      {isThere && isRead && <ReadFormulas detail={detail} />}
      {isThere && !isRead && (
        <EditorForm
          detail={detail}
          onUnsaved={setUnsaved}
          onCancel={() => leave(onBack)}
          onSaved={(saved) => {
            setUnsaved(false)
            const name = saved.dev_alias
            onSaved(saved.sn_code, sn_code === null ? t.made({ name }) : t.saved({ name }))
          }}
          done={done}
        />
      )}
      {dialog}
    </div>
  )
}
