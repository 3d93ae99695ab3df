import { useMemo, useState } from 'react'
import type { Role } from '../../../core/contract/role.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import type { api, RolesView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { RolePanel } from './RolePanel.tsx'
import { text } from './text.ts'

/** What stands beside the list: a role, or a new one, empty or from another. */
type Side = { role_id: number } | { from: Role | null } | null

export function Roles({ search, page, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const mayEdit = useRights()('P52100')
  const [view, change] = useView<RolesView>({ search, page }, onViewChange)
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const wanted = view.search.trim()
  const list = useList(api.role.list, wanted ? { search: wanted } : {}, {
    rowId: ({ role_id }) => String(role_id),
    view,
    change,
  })
  const show = (next: Side) => leave(() => setSide(next))
  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ from: null })}>
      {t.create}
    </Button>
  )

  /** After a change: the list anew, and a word. */
  function done(what: 'saved' | 'made' | 'deleted') {
    const [zh, en] = text.rows[what]
    toasts.show('success', { zh, en })
    setUnsaved(false)
    setSide(null)
    list.reload()
  }
  const panel = side && (
    <RolePanel
      key={'role_id' in side ? side.role_id : `new ${side.from?.role_id ?? ''}`}
      role_id={'role_id' in side ? side.role_id : null}
      from={'from' in side ? side.from : null}
      mayEdit={mayEdit}
      onUnsaved={setUnsaved}
      onCopy={(from) => show({ from })}
      onClose={() => show(null)}
      onDone={done}
    />
  )

  return (
    <div className="roles">
      <ListScreen
        list={list}
        words={t}
        icon="user"
        columns={columns}
        create={create}
        search={{ label: t.search, value: view.search, onChange: (search) => change({ search, page: null }) }}
        side={panel}
        openId={side && 'role_id' in side ? String(side.role_id) : null}
        onRowOpen={({ role_id }) => show({ role_id })}
      />
      {dialog}
    </div>
  )
}
