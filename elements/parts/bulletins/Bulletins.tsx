import { useState } from 'react'
import type { Bulletin } from '../../../core/contract/bulletin.ts'
import { useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { refusalText } from '../form/refusal.ts'
import { ListFrame } from '../list/ListFrame.tsx'
import { useList } from '../list/use-list.ts'
import { useRights } from '../use-rights.ts'
import { useUnsaved } from '../use-unsaved.tsx'
import { useFocusBack } from '../user-group-picker/use-focus-back.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import { BulletinCard } from './BulletinCard.tsx'
import { BulletinForm } from './BulletinForm.tsx'
import sheet from './bulletins.css?sheet'
import { text } from './text.ts'

/** Bulletins to everybody: pinned ones first, then the newest; those who may publish them do it here. */
export function Bulletins() {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const mayPublish = useRights()('P74000')
  const [search, setSearch] = useState('')
  const [isAll, setAll] = useState(false)
  const wanted = search.trim().slice(0, 64)
  const list = useList(
    api.bulletin.list,
    { ...(wanted && { search: wanted }), ...(mayPublish && isAll && { all: true }) },
    { rowId: ({ bulletin_id }) => String(bulletin_id) },
  )
  const { reload, paging, total } = list
  const { toastProps, done, refused } = useUndoToasts()
  const { setUnsaved, leave, dialog } = useUnsaved()
  const [form, setForm] = useState<{ bulletin: Bulletin | null } | null>(null)
  useFocusBack(form !== null, '.list-page-actions button')

  async function run(change: () => Promise<unknown>, said: () => void) {
    try {
      await change()
      said()
    } catch (error) {
      refused(refusalText(error, lang))
    }
    reload()
  }
  const actions = mayPublish
    ? {
        onEdit: (bulletin: Bulletin) => leave(() => setForm({ bulletin })),
        onPin: ({ bulletin_id, title, body, is_pinned, from_time, until_time }: Bulletin) =>
          void run(
            () => api.bulletin.edit({ bulletin_id, title, body, is_pinned: !is_pinned, from_time, until_time }),
            () => done(t.saved),
          ),
        onRemove: ({ bulletin_id }: Bulletin) => {
          if (form?.bulletin?.bulletin_id === bulletin_id) setForm(null)
          const back = () =>
            void run(
              () => api.bulletin.restore({ bulletin_id }),
              () => done(t.restored),
            )
          void run(
            () => api.bulletin.remove({ bulletin_id }),
            () => done(t.removed, back),
          )
        },
      }
    : null
  const publishButton = mayPublish && (
    <Button look="primary" icon="plus" onPress={() => leave(() => setForm({ bulletin: null }))}>
      {t.post}
    </Button>
  )
  return (
    <div className="bulletins">
      <ListFrame
        // A board of one page has no foot.
        list={paging && total > paging.page_size ? list : { ...list, paging: null }}
        words={{ title: t.title, empty: t.none, emptyWhy: t.noneWhy }}
        icon="pin"
        create={publishButton}
        search={{ label: t.search, value: search, onChange: setSearch }}
        isAlwaysFiltered={mayPublish}
        filters={
          mayPublish && (
            <Switch isSelected={isAll} onChange={setAll}>
              {t.all}
            </Switch>
          )
        }
        side={
          form && (
            <BulletinForm
              key={form.bulletin?.bulletin_id ?? 'new'}
              bulletin={form.bulletin}
              onUnsaved={setUnsaved}
              onClose={() => leave(() => setForm(null))}
              onDone={(said) => {
                setUnsaved(false)
                setForm(null)
                done(said)
                reload()
              }}
            />
          )
        }
      >
        {(rows) => (
          <ul className="bulletin-list">
            {rows.map((bulletin) => (
              <li key={bulletin.bulletin_id}>
                <BulletinCard bulletin={bulletin} actions={actions} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {dialog}
      <Toasts {...toastProps} />
    </div>
  )
}
