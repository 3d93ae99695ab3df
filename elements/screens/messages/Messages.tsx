import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { UnreadCount, UnreadNumber } from '../../parts/inbox/UnreadCount.tsx'
import { useUnread } from '../../parts/inbox/use-unread.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api, Box, MessagesView } from './api.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { type Draft, EMPTY, keepDraft, keptDraft } from './draft.ts'
import { Inbox } from './Inbox.tsx'
import { Outbox } from './Outbox.tsx'
import { text } from './text.ts'

interface Writing {
  begun: Draft
  saved: Draft
  /** Another form, also when it begins the same. */
  round: number
}

export function Messages({ box, search, filter, sort, page, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const { $session } = useConnection()
  const owner = String(useStore($session)?.user_id ?? '')
  const [view, change] = useView<MessagesView>({ box, search, filter, sort, page }, onViewChange)
  const unread = useUnread()
  const toasts = useUndoToasts()
  // What was being written when the page went is there again.
  const [writing, setWriting] = useState<Writing | null>(() => {
    const kept = keptDraft(owner)
    return kept && { begun: kept, saved: EMPTY, round: 0 }
  })
  const [sent, setSent] = useState(0)
  const { setUnsaved, leave, dialog } = useUnsaved()
  useFocusBack(writing !== null, '.table')

  const write = (begun: Draft) =>
    leave(() => setWriting((before) => ({ begun, saved: begun, round: (before?.round ?? 0) + 1 })))
  const close = () => {
    keepDraft(owner, null)
    setWriting(null)
  }
  const compose = (
    <Button look="primary" icon="edit" onPress={() => write(EMPTY)}>
      {t.compose}
    </Button>
  )
  const form = writing && (
    <ComposeForm
      key={writing.round}
      begun={writing.begun}
      saved={writing.saved}
      owner={owner}
      onUnsaved={setUnsaved}
      onClose={() => leave(close)}
      onDone={(_notice, said) => {
        setUnsaved(false)
        setWriting(null)
        toasts.done(said)
        // What was written is in the outbox.
        if (view.box === 'outbox') setSent((n) => n + 1)
        else change({ box: 'outbox', search: '', filter: '', sort: '', page: null })
      }}
    />
  )
  const boxProps = { view, change, form, compose, leave, onWrite: write, onOpen: close }
  return (
    <div className="messages-page">
      <ListPage
        title={t.title}
        count={unread && unread.inbox > 0 ? <UnreadCount count={unread.inbox} /> : undefined}
        actions={compose}
      >
        <Tabs<Box>
          label={t.boxes}
          selected={view.box}
          onSelect={(chosen) =>
            leave(() => {
              close()
              change({ box: chosen, search: '', filter: '', sort: '', page: null })
            })
          }
          tabs={[
            {
              id: 'inbox',
              label: t.inbox,
              ...(unread && unread.inbox > 0 && { count: <UnreadNumber count={unread.inbox} /> }),
              content: () => <Inbox {...boxProps} />,
            },
            { id: 'outbox', label: t.outbox, content: () => <Outbox key={sent} {...boxProps} /> },
          ]}
        />
      </ListPage>
      {dialog}
      <Toasts {...toasts.toastProps} />
    </div>
  )
}
