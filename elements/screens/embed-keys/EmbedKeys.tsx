import { useMemo, useState } from 'react'
import type { EmbedKey } from '../../../core/contract/embed.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import type { Sort } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
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
  const paging = usePaging()
  const [sort, setSort] = useState<Sort | null>(null)
  const [side, setSide] = useState<Side>(null)
  const by = sort ? `${sort.isDescending ? '-' : ''}${sort.id}` : '-created_time'
  const called = useCall(api.embed.list, { page: paging.page, page_size: paging.page_size, sort: by })
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const { data, last, failure, reload } = called
  const shown = data ?? last
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
            reload()
          }}
          onSaved={() => {
            const [zh, en] = text.rows.saved
            toasts.show('success', { zh, en })
            close()
            reload()
          }}
        />
      )
    if (side?.kind === 'secret') return <KeySecret secret={side.secret} onClose={close} />
    if (side?.kind !== 'key') return null
    const current = shown?.rows.find(({ key_id }) => key_id === side.shown.key_id) ?? side.shown
    return (
      <KeyPanel
        key={current.key_id}
        shown={current}
        mayChange={mayChange}
        onClose={close}
        onEdit={() => setSide({ kind: 'form', editing: current })}
        onRotated={(secret) => {
          setSide({ kind: 'secret', secret })
          reload()
        }}
        onChanged={reload}
      />
    )
  }

  const isEmpty = shown !== null && shown.total === 0
  return (
    <div className="embed-keys">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        actions={shown !== null && !isEmpty && create}
        side={panel()}
        isStale={called.isLoading && data === null && last !== null}
        pagination={
          shown !== null &&
          shown.total > paging.page_size && (
            <Pagination
              page={paging.page}
              pageSize={paging.page_size}
              pageSizes={[10, 20, 50, 100]}
              total={shown.total}
              onChange={paging.turn}
            />
          )
        }
      >
        <StaleNote called={called} />
        {!shown && !failure && <LoadingState />}
        {!shown && failure && <Failure failure={failure} onRetry={reload} />}
        {isEmpty && <EmptyElement icon="settings" title={t.empty} explanation={t.emptyWhy} action={create} />}
        {shown && !isEmpty && (
          <Table
            label={t.title}
            columns={columns}
            rows={shown.rows}
            rowId={(row) => row.key_id}
            isLoading={called.isLoading}
            openId={side?.kind === 'key' ? side.shown.key_id : null}
            onRowOpen={(row) => setSide({ kind: 'key', shown: row })}
            sort={sort}
            onSortChange={setSort}
          />
        )}
      </ListPage>
    </div>
  )
}
