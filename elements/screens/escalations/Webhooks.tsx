import { useMemo, useState } from 'react'
import type { Webhook } from '../../../core/contract/push.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { Copied } from '../../parts/Copied.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SecretPanel } from '../../parts/form/SecretPanel.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { webhookColumns } from './columns.tsx'
import { text } from './text.ts'
import { WebhookForm } from './WebhookForm.tsx'

type Side = { kind: 'form'; editing: Webhook | null } | { kind: 'secret'; secret: string } | null

/** Programs that are told of alarms. */
export function Webhooks() {
  const t = useText(text)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const called = useCall(api.push.webhooks, {})
  const audience = useCall(api.push.audience, {})
  const [side, setSide] = useState<Side>(null)
  const columns = useMemo(() => webhookColumns(t, format), [t, format])
  const shown = called.data ?? called.last
  const isEmpty = shown !== null && shown.rows.length === 0
  const editing = side?.kind === 'form' ? side.editing : null
  const current = shown?.rows.find(({ webhook_id }) => webhook_id === editing?.webhook_id) ?? editing
  const close = () => setSide(null)

  const done = (row: 'saved' | 'removed') => {
    const [zh, en] = text.rows[row]
    toasts.show('success', { zh, en })
    close()
    called.reload()
  }
  const create = (
    <Button look="primary" icon="plus" onPress={() => setSide({ kind: 'form', editing: null })}>
      {t.createHook}
    </Button>
  )
  return (
    <ListPage
      actions={!isEmpty && shown !== null && create}
      above={!isEmpty && shown !== null && <p className="escalation-quiet">{t.hooksNote}</p>}
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
                called.reload()
              }}
              onTested={called.reload}
            />
          )
        )
      }
    >
      <StaleNote called={called} />
      {!shown && !called.failure && <LoadingState />}
      {!shown && called.failure && <Failure failure={called.failure} onRetry={called.reload} />}
      {isEmpty && <EmptyElement icon="send" title={t.emptyHooks} explanation={t.emptyHooksWhy} action={create} />}
      {shown && !isEmpty && (
        <Table
          label={t.webhooks}
          columns={columns}
          rows={shown.rows}
          rowId={({ webhook_id }) => String(webhook_id)}
          isLoading={called.isLoading}
          openId={editing ? String(editing.webhook_id) : null}
          onRowOpen={(row) => setSide({ kind: 'form', editing: row })}
        />
      )}
    </ListPage>
  )
}
