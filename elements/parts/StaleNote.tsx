import { isSessionOver } from '../../core/catalogue/session-codes.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { defineText } from '../../core/text/define-text.ts'
import { useText } from '../define/index.ts'
import { StateLine } from './StateLine.tsx'
import type { Called } from './use-call.ts'

export const text = defineText({
  expired: ['登录已过期，以下是先前的数据', 'Session over: what is shown was read earlier'],
  stale: ['更新失败，以下是先前的数据', 'Not up to date: what is shown was read earlier'],
  offline: ['无法连接服务器，以下是先前的数据', 'The server cannot be reached: what is shown was read earlier'],
})

/** Above what a call answered earlier, when asking again failed; nothing otherwise. */
export function StaleNote({ called }: { called: Pick<Called<unknown>, 'last' | 'failure' | 'reload'> }) {
  const t = useText(text)
  const { last, failure, reload } = called
  if (last === null || !failure) return null
  const isOver = failure instanceof ApiError && isSessionOver(failure.code)
  const state = isOver ? 'expired' : failure instanceof ApiError ? 'stale' : 'offline'
  return (
    <StateLine state={state} onRetry={isOver ? undefined : reload}>
      {t[state]}
    </StateLine>
  )
}
