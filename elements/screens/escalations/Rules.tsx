import { useMemo, useState } from 'react'
import type { Escalation } from '../../../core/contract/push.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { ruleColumns } from './columns.tsx'
import { RuleForm } from './RuleForm.tsx'
import { text } from './text.ts'

/** Who is told when nobody confirms. */
export function Rules() {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const called = useCall(api.push.escalations, {})
  const audience = useCall(api.push.audience, {})
  // Null: none; `new`: one to be made.
  const [side, setSide] = useState<Escalation | 'new' | null>(null)
  const columns = useMemo(() => ruleColumns(t), [t])
  const shown = called.data ?? called.last
  const isEmpty = shown !== null && shown.rows.length === 0
  const editing = side === 'new' ? null : side

  const done = (row: 'saved' | 'removed') => {
    const [zh, en] = text.rows[row]
    toasts.show('success', { zh, en })
    setSide(null)
    called.reload()
  }
  const create = (
    <Button look="primary" icon="plus" onPress={() => setSide('new')}>
      {t.create}
    </Button>
  )
  return (
    <ListPage
      actions={!isEmpty && shown !== null && create}
      side={
        side !== null &&
        audience.data && (
          <RuleForm
            key={editing?.escalation_id ?? 'new'}
            editing={editing}
            audience={audience.data}
            onClose={() => setSide(null)}
            onSaved={() => done('saved')}
            onRemoved={() => done('removed')}
          />
        )
      }
    >
      <StaleNote called={called} />
      {!shown && !called.failure && <LoadingState />}
      {!shown && called.failure && <Failure failure={called.failure} onRetry={called.reload} />}
      {isEmpty && <EmptyElement icon="bell" title={t.empty} explanation={t.emptyWhy} action={create} />}
      {shown && !isEmpty && (
        <Table
          label={t.rules}
          columns={columns}
          rows={shown.rows}
          rowId={({ escalation_id }) => String(escalation_id)}
          isLoading={called.isLoading}
          openId={editing ? String(editing.escalation_id) : null}
          onRowOpen={setSide}
        />
      )}
    </ListPage>
  )
}
