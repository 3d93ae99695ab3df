import { ApiError } from '../../core/contract/api-error.ts'
import { defineText } from '../../core/text/define-text.ts'
import { words } from '../../core/text/words.ts'
import { useElementState, useSheet, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import sheet from './stale-note.css?sheet'
import type { Called } from './use-call.ts'

const text = defineText({
  stale: ['更新失败，以下是先前的数据', 'Not up to date: what is shown was read earlier'],
  offline: ['无法连接服务器，以下是先前的数据', 'The server cannot be reached: what is shown was read earlier'],
})

/** Above what a call answered earlier, when asking again failed; nothing otherwise. */
export function StaleNote({ called }: { called: Pick<Called<unknown>, 'last' | 'failure' | 'reload'> }) {
  const { last, failure, reload } = called
  return last !== null && failure ? <Note isRefused={failure instanceof ApiError} reload={reload} /> : null
}

function Note({ isRefused, reload }: { isRefused: boolean; reload: () => void }) {
  useSheet(sheet)
  useElementState(isRefused ? 'stale' : 'offline')
  const t = useText(text)
  const { retry } = useText(words)
  return (
    <div className="stale-note" role="status">
      <Icon name={isRefused ? 'clock' : 'wifi-off'} />
      <span className="stale-note-text">{isRefused ? t.stale : t.offline}</span>
      <Button look="plain" icon="refresh" onPress={reload}>
        {retry}
      </Button>
    </div>
  )
}
