import { ApiError } from '../../core/contract/api-error.ts'
import { defineText } from '../../core/text/define-text.ts'
import { useText } from '../define/index.ts'
import { StateLine } from './StateLine.tsx'
import type { Called } from './use-call.ts'

export const text = defineText({
  stale: ['更新失败，以下是先前的数据', 'Not up to date: what is shown was read earlier'],
  offline: ['无法连接服务器，以下是先前的数据', 'The server cannot be reached: what is shown was read earlier'],
})

/** Above what a call answered earlier, when asking again failed; nothing otherwise. */
export function StaleNote({ called }: { called: Pick<Called<unknown>, 'last' | 'failure' | 'reload'> }) {
  const t = useText(text)
  const { last, failure, reload } = called
  if (last === null || !failure) return null
  const state = failure instanceof ApiError ? 'stale' : 'offline'
  return (
    <StateLine state={state} onRetry={reload}>
      {t[state]}
    </StateLine>
  )
}
