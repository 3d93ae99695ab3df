import { useRef, useState } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Screen } from '../../../../core/contract/screen.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { BindDevices } from '../../../parts/bind-devices/BindDevices.tsx'
import { noReplyText } from '../../../parts/form/no-reply.ts'
import { isCallFailure } from '../../../parts/use-call.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

/** Whether those who watch see what is drawn here, and the way to show it to them. */
export function Publishing({ screen }: { screen: Screen }) {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const { screens, template, isReadOnly, save, reloadScreens } = useEditor()
  const { template_id } = screen
  const isSaved = useEditorState((state) => state.isSaved)
  const { lang } = useElement()
  const [isAsking, setAsking] = useState(false)
  const [wrong, setWrong] = useState('')
  const [isPending, setPending] = useState(false)
  /** Whether the template has a device, where that is known better than it was when it was loaded. */
  const [hasDevice, setHasDevice] = useState<boolean | null>(null)
  const wasBound = useRef(false)
  const listed = screens.find(({ screen_id }) => screen_id === screen.screen_id)
  const published = listed ? listed.published_revision : screen.published_revision
  const isNewest = published !== null && published >= screen.revision && isSaved

  const lacksDevice = template?.module_type === 'standard' && !(hasDevice ?? template.device_count > 0)

  const open = () => {
    setWrong('')
    setAsking(true)
  }
  function done() {
    setAsking(false)
    const [zh, en] = text.rows.publishDone
    toasts.show('success', { zh, en })
    reloadScreens()
  }
  async function publish() {
    setPending(true)
    setWrong('')
    try {
      // What keeps it from being saved is said at its own place.
      if (!isSaved && !(await save())) return setAsking(false)
      await api.template.publish({ template_id, is_published: true })
      done()
    } catch (error) {
      if (!isCallFailure(error)) throw error
      // Its last device was taken from it meanwhile.
      if (error instanceof ApiError && error.code === '115006') return setHasDevice(false)
      const { messageOf } = await import('../../../../core/catalogue/codes.ts')
      const said =
        error instanceof ApiError ? (error.fields[0]?.message ?? messageOf(error.code, lang)) : noReplyText(error, lang)
      setWrong(said)
    } finally {
      setPending(false)
    }
  }

  return (
    <span className="editor-published">
      <span className="editor-published-words">
        {published === null ? t.unpublished : isNewest ? t.isPublished : t.behind}
      </span>
      {!isReadOnly && !isNewest && (
        <Button icon="send" onPress={open}>
          {t.publish}
        </Button>
      )}
      <ConfirmDialog
        title={t.publishTitle({ name: template?.module_name ?? screen.screen_name })}
        explanation={
          <>
            <p>{t.publishWhy({ count: Math.max(1, screens.length) })}</p>
            {wrong && (
              <p className="publish-wrong" role="alert">
                {wrong}
              </p>
            )}
          </>
        }
        confirmLabel={t.publish}
        isOpen={isAsking && !lacksDevice}
        isPending={isPending}
        onConfirm={() => void publish()}
        onClose={() => setAsking(false)}
      />
      <BindDevices
        template_id={template_id}
        module_name={template?.module_name ?? screen.screen_name}
        publish={async () => {
          wasBound.current = true
          // What keeps it from being saved is said at its own place.
          if (!isSaved && !(await save())) return setAsking(false)
          await api.template.publish({ template_id, is_published: true })
          done()
        }}
        isOpen={isAsking && lacksDevice}
        onClose={() => {
          setAsking(false)
          if (wasBound.current) setHasDevice(true)
        }}
        onDone={() => setHasDevice(true)}
      />
    </span>
  )
}
