import { useState } from 'react'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

/** Whether those who watch see what is drawn here, and the way to show it to them. */
export function Publishing() {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const { screen, screens, template, template_id, isReadOnly, save, reloadScreens } = useEditor()
  const isSaved = useEditorState((state) => state.isSaved)
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const listed = screens.find(({ screen_id }) => screen_id === screen.screen_id)
  const published = listed ? listed.published_revision : screen.published_revision
  const isNewest = published !== null && published >= screen.revision && isSaved

  async function publish() {
    setPending(true)
    try {
      if (!isSaved && !(await save())) return
      const done = await attempt(api.template.publish({ template_id, is_published: true }))
      if (!done) return
      const [zh, en] = text.rows.publishDone
      toasts.show('success', { zh, en })
      reloadScreens()
    } finally {
      setPending(false)
    }
  }

  return (
    <span className="zoom-published">
      <span>{published === null ? t.unpublished : isNewest ? t.isPublished : t.behind}</span>
      {!isReadOnly && !isNewest && (
        <Button look="plain" isPending={isPending} onPress={() => setAsking(true)}>
          {t.publish}
        </Button>
      )}
      <ConfirmDialog
        title={t.publishTitle({ name: template?.module_name ?? screen.screen_name })}
        explanation={t.publishWhy({ count: Math.max(1, screens.length) })}
        confirmLabel={t.publish}
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false)
          void publish()
        }}
        onClose={() => setAsking(false)}
      />
    </span>
  )
}
