import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { Editor } from '../../../../core/canvas/editor-api.ts'
import { writeDocument } from '../../../../core/canvas/write-document.ts'
import { markUnsaved, useConnection, useElement } from '../../../define/index.ts'
import type { Drawn, DrawnCalls } from '../drawn/drawn.ts'
import { dropDraft, keepDraft } from './drafts.ts'
import { createSaver, type Saver, type SaveStatus } from './saver.ts'

interface SavingParts {
  readonly editor: Editor
  readonly calls: DrawnCalls
  readonly drawn: Drawn
  readonly editor_id: string
  readonly thumbnail: RefObject<() => string | null>
  /** A draft of before waits for an answer: it is not written over. */
  readonly isDraftPending: boolean
  readonly onSaved: (drawn: Drawn) => void
}

const isHalfDone = ({ gesture }: ReturnType<Editor['state']>) => gesture !== null && gesture !== 'pan'

/** Saves the editor's document by itself, and keeps it in the tab while it cannot. */
export function useSaver(parts: SavingParts): { saver: Saver; status: SaveStatus } {
  const { clock } = useConnection()
  const { host } = useElement()
  const claimant = useId()
  const now = useRef(parts)
  useEffect(() => {
    now.current = parts
  })
  const { editor } = parts
  const [saver] = useState<Saver>(() => {
    const { calls, drawn, editor_id, thumbnail } = parts
    let sent: unknown = null
    const made: Saver = createSaver({
      drawn,
      isDirty: () => !editor.state().isSaved,
      isBusy: () => isHalfDone(editor.state()),
      send(revision, kind, note) {
        const { whole } = editor.state()
        sent = whole
        const picture = thumbnail.current()
        return calls.save({
          id: drawn.id,
          revision,
          kind,
          note,
          editor_id,
          document: writeDocument(whole),
          ...(picture !== null && { thumbnail: picture }),
        })
      },
      saved(next) {
        if (editor.state().whole === sent) {
          editor.markSaved()
          if (!now.current.isDraftPending) dropDraft(drawn)
        }
        now.current.onSaved(next)
      },
      keep() {
        if (now.current.isDraftPending) return
        const document = writeDocument(editor.state().whole)
        keepDraft(drawn, { revision: made.revision(), kept_time: clock.now(), document })
      },
      now: () => clock.now(),
    })
    return made
  })

  useEffect(() => {
    let { whole, isSaved } = editor.state()
    const stop = editor.listen(() => {
      const state = editor.state()
      if (isHalfDone(state) || (state.whole === whole && state.isSaved === isSaved)) return
      ;({ whole, isSaved } = state)
      saver.changed()
    })
    const leave = () => saver.keep()
    window.addEventListener('pagehide', leave)
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
      // The editor leaves the page: what is not saved yet is sent, and kept until it has arrived.
      saver.keep()
      void saver.save('autosave')
      saver.dispose()
    }
  }, [editor, saver])

  const status = useSyncExternalStore(saver.listen, saver.status)
  const isUnsaved = status.is !== 'saved'
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  // It is sent on the way out, where that can be.
  const isStuck = status.is === 'waiting' || status.is === 'refused' || status.is === 'conflict'
  useEffect(() => {
    markUnsaved(host, claimant, isStuck)
    return () => markUnsaved(host, claimant, false)
  }, [host, claimant, isStuck])
  return { saver, status }
}
