import { useMemo, useState } from 'react'
import type { Escalation } from '../../../core/contract/push.ts'
import { pushAudience } from '../../../core/stores/collections/people.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useWholeList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { ruleColumns } from './columns.tsx'
import { RuleForm } from './RuleForm.tsx'
import { text } from './text.ts'

/** Who is notified when nobody confirms. */
export function Rules() {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const list = useWholeList(api.push.escalations, {}, { rowId: ({ escalation_id }) => String(escalation_id) })
  const audience = useCollection(pushAudience)
  // Null: none; `new`: one to be made.
  const [side, setSide] = useState<Escalation | 'new' | null>(null)
  const columns = useMemo(() => ruleColumns(t), [t])
  const editing = side === 'new' ? null : side

  const done = (row: 'saved' | 'removed') => {
    const [zh, en] = text.rows[row]
    toasts.show('success', { zh, en })
    setSide(null)
    list.reload()
  }
  const create = (
    <Button look="primary" icon="plus" onPress={() => setSide('new')}>
      {t.create}
    </Button>
  )
  return (
    <ListScreen
      list={list}
      words={{ empty: t.empty, emptyWhy: t.emptyWhy }}
      icon="bell"
      label={t.rules}
      columns={columns}
      create={create}
      openId={editing ? String(editing.escalation_id) : null}
      onRowOpen={setSide}
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
    />
  )
}
