import { useState } from 'react'
import { attempt } from '../../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { LoadingState } from '../../../parts/LoadingState.tsx'
import { StaleNote } from '../../../parts/StaleNote.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { Note } from '../Note.tsx'
import { text as frame } from '../text.ts'
import { CloseForm } from './CloseForm.tsx'
import { Preconditions } from './Preconditions.tsx'
import { text } from './text.ts'

interface ClosingProps {
  frozen: string | null
  onNavigate: (detail: { path: string }) => void
  onClosed: () => void
}

export function Closing({ frozen, onNavigate, onClosed }: ClosingProps) {
  const t = useText(text)
  const { closing } = useText(frame)
  const { api, signOut } = useConnection()
  const [isClosed, setClosed] = useState(false)
  const called = useCall(api.account.closing, frozen === null && !isClosed ? {} : null)
  const { data, failure, isLoading, reload } = called

  function closed() {
    setClosed(true)
    // Sent while the element is still on its page: the sign-out may remove it.
    onClosed()
    void attempt(signOut())
  }

  function content() {
    if (frozen) return <Note>{frozen}</Note>
    if (isClosed) return <Note>{t.closed}</Note>
    if (!data)
      return failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingState />
          <Skeleton rows={4} />
        </>
      )
    return (
      <>
        <StaleNote called={called} />
        <Preconditions left={data.left} onNavigate={onNavigate} />
        <div className="account-actions">
          <Button icon="refresh" isPending={isLoading} onPress={reload}>
            {t.check}
          </Button>
          {data.left.length > 0 && <span className="account-quiet">{t.notYet}</span>}
        </div>
        {data.left.length === 0 && <CloseForm onClosed={closed} onRefused={reload} />}
      </>
    )
  }

  return (
    <section className="account-section">
      <h2>{closing}</h2>
      {content()}
    </section>
  )
}
