import { useMemo, useState } from 'react'
import type { ShareLink } from '../../../core/contract/share-link.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { Sort } from '../../kit/table/columns.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging, useTurnBack } from '../../parts/use-paging.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { api } from './api.ts'
import { columnsOf } from './columns.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { text } from './text.ts'

export function ShareLinks({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { refresh } = useText(words)
  const format = useFormat()
  const { api, clock, toasts } = useConnection()
  const mayWatch = useRights()('P24000')
  const paging = usePaging()
  const [sort, setSort] = useState<Sort | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const by = sort ? `${sort.isDescending ? '-' : ''}${sort.id}` : '-created_time'
  const called = useCall(api.shareLink.list, { page: paging.page, page_size: paging.page_size, sort: by })
  const { data, last, failure, reload, isLoading } = called
  useTurnBack(called, paging)
  const shown = data ?? last
  const open = shown?.rows.find(({ link_id }) => link_id === openId)
  const columns = useMemo(() => columnsOf(t, format, clock.now), [t, format, clock])

  function revoked() {
    const [zh, en] = text.rows.done
    toasts.show('success', { zh, en })
    reload()
  }

  return (
    <div className="share-links-page">
      <StaleNote called={{ ...called, last: data }} />
      {!shown && !failure && <LoadingState />}
      <ServerList<ShareLink>
        title={t.title}
        label={t.title}
        count={shown && shown.total > 0 ? t.counted({ count: shown.total }) : undefined}
        actions={
          <Button icon="refresh" isPending={isLoading} onPress={reload}>
            {refresh}
          </Button>
        }
        // What was read stays beside the note that it could not be read anew.
        called={{ ...called, failure: data ? null : failure }}
        paging={paging}
        columns={columns}
        rowId={({ link_id }) => String(link_id)}
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ link_id }) => setOpenId(link_id)}
        sort={sort}
        onSortChange={setSort}
        side={open && <LinkPanel key={open.link_id} link={open} onClose={() => setOpenId(null)} onRevoked={revoked} />}
        empty={
          <EmptyElement
            icon="send"
            title={t.empty}
            explanation={t.emptyWhy}
            action={
              mayWatch && <Button onPress={() => void onNavigate({ path: '/configureMonitor' })}>{t.toScreens}</Button>
            }
          />
        }
      />
    </div>
  )
}
