import { words } from '../../../../core/text/words.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { useSending } from '../../../parts/form/use-sending.ts'
import { LoadingState } from '../../../parts/LoadingState.tsx'
import { StaleNote } from '../../../parts/StaleNote.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { Note } from '../Note.tsx'
import { text as frame } from '../text.ts'
import { SessionRow } from './SessionRow.tsx'
import { text } from './text.ts'

/** Where this user is signed in. */
export function Sessions({ frozen }: { frozen: string | null }) {
  const t = useText(text)
  const { sessions } = useText(frame)
  const { refresh } = useText(words)
  const { api } = useConnection()
  const called = useCall(api.account.sessions, {})
  const { wrong, done, isPending, send } = useSending<never>([])
  const { data, failure, reload } = called
  const others = data?.rows.filter(({ is_this }) => !is_this).length ?? 0

  async function end(session_id?: string) {
    if (await send(() => api.account.endSession(session_id ? { session_id } : {}), t.ended)) reload()
  }

  return (
    <section className="account-section">
      <div className="account-head">
        <h2>{sessions}</h2>
        <Button icon="refresh" onPress={reload} isPending={called.isLoading}>
          {refresh}
        </Button>
      </div>
      <p className="account-quiet">{t.why}</p>
      {frozen && <Note>{frozen}</Note>}
      <StaleNote called={called} />
      {!data && !failure && (
        <>
          <LoadingState />
          <Skeleton rows={4} />
        </>
      )}
      {!data && failure && <Failure failure={failure} onRetry={reload} />}
      {data && (
        <ul className="account-sessions" aria-label={sessions}>
          {data.rows.map((row) => (
            <SessionRow
              key={row.session_id}
              session={row}
              isPending={isPending}
              onEnd={frozen || row.is_this ? null : () => void end(row.session_id)}
            />
          ))}
        </ul>
      )}
      {wrong.form && (
        <p className="account-wrong" role="alert">
          {wrong.form}
        </p>
      )}
      <div className="account-actions">
        {others > 0 && !frozen && (
          <Button isPending={isPending} onPress={() => void end()}>
            {t.endOthers({ count: others })}
          </Button>
        )}
        {data && others === 0 && <span className="account-quiet">{t.noOther}</span>}
        <span className="account-done" role="status">
          {done}
        </span>
      </div>
    </section>
  )
}
