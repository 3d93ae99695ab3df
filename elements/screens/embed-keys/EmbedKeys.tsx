import { useMemo, useState } from 'react'
import type { EmbedKey } from '../../../core/contract/embed.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import { columnsOf } from './columns.tsx'
import { KeyForm, type Secret } from './KeyForm.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import { KeySecret } from './KeySecret.tsx'
import { text } from './text.ts'

/** What stands beside the list. */
type Side =
  | { kind: 'form'; editing: EmbedKey | null }
  | { kind: 'key'; shown: EmbedKey }
  | { kind: 'secret'; secret: Secret }
  | null

export function EmbedKeys() {
  const t = useText(text)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const [side, setSide] = useState<Side>(null)
  const list = useList(api.embed.list, {}, { rowId: ({ key_id }) => key_id, firstSort: '-created_time' })
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const close = () => setSide(null)
  const mayChange = useRights()('administrator')
  const create = mayChange && (
    <Button look="primary" icon="plus" onPress={() => setSide({ kind: 'form', editing: null })}>
      {t.create}
    </Button>
  )

  function panel() {
    if (side?.kind === 'form')
      return (
        <KeyForm
          key={side.editing?.key_id ?? 'new'}
          editing={side.editing}
          onClose={close}
          onMade={(secret) => {
            setSide({ kind: 'secret', secret })
            list.reload()
          }}
          onSaved={() => {
            const [zh, en] = text.rows.saved
            toasts.show('success', { zh, en })
            close()
            list.reload()
          }}
        />
      )
    if (side?.kind === 'secret') return <KeySecret secret={side.secret} onClose={close} />
    if (side?.kind !== 'key') return null
    const current = list.rows.find(({ key_id }) => key_id === side.shown.key_id) ?? side.shown
    return (
      <KeyPanel
        key={current.key_id}
        shown={current}
        mayChange={mayChange}
        onClose={close}
        onEdit={() => setSide({ kind: 'form', editing: current })}
        onRotated={(secret) => {
          setSide({ kind: 'secret', secret })
          list.reload()
        }}
        onChanged={list.reload}
      />
    )
  }

  return (
    <div className="embed-keys">
      <ListScreen
        list={list}
        words={t}
        icon="settings"
        columns={columns}
        create={create}
        side={panel()}
        openId={side?.kind === 'key' ? side.shown.key_id : null}
        onRowOpen={(row) => setSide({ kind: 'key', shown: row })}
      />
    </div>
  )
}
