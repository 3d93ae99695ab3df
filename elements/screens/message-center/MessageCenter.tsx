import { ROUTES } from '../../../core/catalogue/routes.ts'
import { alarmCounts } from '../../../core/stores/collections/states.ts'
import { type ElementProps, useElement, useText } from '../../define/index.ts'
import { Bulletins } from '../../parts/bulletins/Bulletins.tsx'
import { UnreadNumber } from '../../parts/inbox/UnreadCount.tsx'
import { useUnread } from '../../parts/inbox/use-unread.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const FAULTS = '/info/realTimeFault'
const SECTION = ROUTES.find(({ path }) => path === '/info')?.menu?.[0]

/** The section's pages with what waits on each, and the bulletin board. */
export function MessageCenter({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { lang } = useElement()
  const holds = useRights()
  const pages = ROUTES.filter(
    ({ built, menu, needs }) =>
      built && menu?.length === 2 && menu[0] === SECTION && (typeof needs === 'string' || needs.some(holds)),
  )
  const unread = useUnread()
  const mayCount = pages.some(({ path }) => path === FAULTS)
  const alarms = useCollection(alarmCounts, mayCount ? {} : null)
  const unconfirmed = alarms.data?.levels.reduce((sum, level) => sum + level.unconfirmed, 0)
  const waiting: Readonly<Record<string, readonly [count: number | undefined, word: string]>> = {
    [FAULTS]: [unconfirmed, t.unconfirmed],
    '/info/inbox': [unread?.inbox, t.unread],
    '/info/systemMsg': [unread?.system, t.unread],
  }
  return (
    <div className="message-center">
      <nav aria-label={t.pages}>
        <ul className="message-places">
          {pages.map(({ path, title }) => {
            const [count, word] = waiting[path] ?? []
            return (
              <li key={path}>
                <button type="button" className="message-place" onClick={() => void onNavigate({ path })}>
                  <span>{title[lang]}</span>
                  {count !== undefined && (
                    <span className="message-place-waiting" data-quiet={count === 0 || undefined}>
                      <strong>{word === t.unread ? <UnreadNumber count={count} /> : count}</strong> {word}
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </nav>
      <Bulletins />
    </div>
  )
}
