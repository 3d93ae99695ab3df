import { useMemo, useState } from 'react'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { api } from './api.ts'
import { columnsOf } from './columns.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { text } from './text.ts'

export function ShareLinks({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const format = useFormat()
  const { api, clock, toasts } = useConnection()
  const holds = useRights()
  const [mayWatch, mayWatchDashboards] = [holds('P24000'), holds('P20000')]
  const [openId, setOpenId] = useState<number | null>(null)
  const list = useList(api.shareLink.list, {}, { rowId: ({ link_id }) => String(link_id), firstSort: '-created_time' })
  const open = list.rows.find(({ link_id }) => link_id === openId)
  const columns = useMemo(() => columnsOf(t, format, clock.now), [t, format, clock])

  function done([zh, en]: readonly [zh: string, en: string]) {
    toasts.show('success', { zh, en })
    list.reload()
  }

  return (
    <div className="share-links-page">
      <ListScreen
        list={list}
        words={t}
        icon="send"
        columns={columns}
        hasRefresh
        emptyAction={
          <>
            {mayWatch && <Button onPress={() => void onNavigate({ path: '/configureMonitor' })}>{t.toScreens}</Button>}
            {mayWatchDashboards && (
              <Button onPress={() => void onNavigate({ path: '/dashboard' })}>{t.toDashboards}</Button>
            )}
          </>
        }
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ link_id }) => setOpenId(link_id)}
        side={
          open && (
            <LinkPanel
              key={open.link_id}
              link={open}
              onClose={() => setOpenId(null)}
              onChanged={() => done(text.rows.saved)}
              onRevoked={() => done(text.rows.done)}
              onGo={(path) => void onNavigate({ path })}
            />
          )
        }
      />
    </div>
  )
}
