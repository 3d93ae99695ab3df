import { useMemo, useState } from 'react'
import type { Webhook } from '../../../core/contract/push.ts'
import { pushAudience } from '../../../core/stores/collections/people.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Copied } from '../../parts/Copied.tsx'
import { SecretPanel } from '../../parts/form/SecretPanel.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useWholeList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { webhookColumns } from './columns.tsx'
import { text } from './text.ts'
import { WebhookForm } from './WebhookForm.tsx'

type Side = { kind: 'form'; editing: Webhook | null } | { kind: 'secret'; secret: string } | null

/** Programs that are notified of alarms. */
export function Webhooks() {
  const t = useText(text)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const list = useWholeList(api.push.webhooks, {}, { rowId: ({ webhook_id }) => String(webhook_id) })
  const audience = useCollection(pushAudience)
  const [side, setSide] = useState<Side>(null)
  const columns = useMemo(() => webhookColumns(t, format), [t, format])
  const editing = side?.kind === 'form' ? side.editing : null
  const current = list.rows.find(({ webhook_id }) => webhook_id === editing?.webhook_id) ?? editing
  const close = () => setSide(null)

  const done = (row: 'saved' | 'removed') => {
    const [zh, en] = text.rows[row]
    toasts.show('success', { zh, en })
    close()
    list.reload()
  }
  const create = (
    <Button look="primary" icon="plus" onPress={() => setSide({ kind: 'form', editing: null })}>
      {t.createHook}
    </Button>
  )
  return (
    <ListScreen
      list={list}
      words={{ empty: t.emptyHooks, emptyWhy: t.emptyHooksWhy }}
      icon="send"
      label={t.webhooks}
      columns={columns}
      create={create}
      above={list.total > 0 && <p className="escalation-quiet">{t.hooksNote}</p>}
      openId={editing ? String(editing.webhook_id) : null}
      onRowOpen={(row) => setSide({ kind: 'form', editing: row })}
      side={
        side?.kind === 'secret' ? (
          <SecretPanel title={t.secretTitle} explanation={t.secretWhy} onClose={close} isWide>
            <Copied label={t.secret} value={side.secret} lines={3} />
          </SecretPanel>
        ) : (
          side?.kind === 'form' &&
          audience.data && (
            <WebhookForm
              key={current?.webhook_id ?? 'new'}
              editing={current}
              audience={audience.data}
              onClose={close}
              onSaved={() => done('saved')}
              onRemoved={() => done('removed')}
              onSecret={(secret) => {
                setSide({ kind: 'secret', secret })
                list.reload()
              }}
              onTested={list.reload}
            />
          )
        )
      }
    />
  )
}
