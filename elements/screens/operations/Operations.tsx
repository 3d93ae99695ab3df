import { useStore } from '@nanostores/react'
import { operationsOn } from '../../../core/catalogue/permissions.ts'
import type { Operations as OperationsOfUser } from '../../../core/contract/privilege.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { ListFrame } from '../../parts/list/ListFrame.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import { type api, KINDS, type OperationKind, type OperationsView } from './api.ts'
import { Matrix } from './Matrix.tsx'
import { text } from './text.ts'
import { useAllowing } from './use-allowing.ts'

export function Operations({ search, page, kind, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api, $session } = useConnection()
  const own_id = useStore($session)?.user_id ?? null
  const holds = useRights()
  const [view, change] = useView<OperationsView>({ search, page, kind }, onViewChange)
  const wanted = view.search.trim()
  const query = wanted ? { search: wanted } : {}
  const options = { rowId: ({ user_id }: OperationsOfUser) => String(user_id), view, change }
  const users = useList(api.privilege.users, view.kind === 'user' ? query : null, options)
  const devices = useList(api.privilege.devices, view.kind === 'device' ? query : null, options)
  const list = view.kind === 'user' ? users : devices
  const { requested, allow, toasts, dismiss } = useAllowing(view.kind, list.called)
  const selected = new Set(list.chosen.map(({ user_id }) => user_id))
  const select = (ids: ReadonlySet<number>) => list.select(new Set([...ids].map(String)))

  return (
    <div className="operations">
      <ListFrame
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="user"
        search={{ label: t.search, value: view.search, onChange: (search) => change({ search, page: null }) }}
        around={(place) => (
          <Tabs<OperationKind>
            label={t.kinds}
            selected={view.kind}
            onSelect={(chosen) => change({ kind: chosen })}
            tabs={KINDS.map((id) => ({ id, label: t[id], content: () => place }))}
          />
        )}
      >
        {(rows) => (
          <>
            {selected.size > 0 && (
              <div className="operations-selected" role="status">
                <strong>{t.selected({ count: selected.size })}</strong>
                <span>{t.selectedHelp}</span>
                <Button look="plain" onPress={() => select(new Set())}>
                  {t.clearSelection}
                </Button>
              </div>
            )}
            <Matrix
              label={t[view.kind]}
              rows={rows}
              codes={operationsOn(view.kind)}
              own_id={own_id}
              holds={holds}
              requested={requested}
              onAllow={allow}
              selected={selected}
              onSelect={select}
            />
          </>
        )}
      </ListFrame>
      <Toasts toasts={toasts} onDismiss={dismiss} />
    </div>
  )
}
