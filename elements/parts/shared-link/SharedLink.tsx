import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Connection } from '../../../core/connection/connection.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type LinkOpening, type OpenedLink, ShareToken } from '../../../core/contract/share-link.ts'
import { ElementContext, lazyPart, useElement, useElementState, useSheet, useText } from '../../define/index.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { connectVisitor } from './share-connection.ts'
import sheet from './shared-link.css?sheet'
import { text } from './text.ts'

// Few links have a password.
const PasswordForm = lazyPart(() => import('./PasswordForm.tsx').then((chunk) => chunk.PasswordForm), null)

type Opened = z.infer<typeof OpenedLink>

const OVER = '118301'
const PASSWORD = '118302'
const FULL = '118303'

/** The server answers that the link is not open to this visitor any more; a lost line, or too many tries, passes. */
const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && [OVER, PASSWORD, FULL].includes(error.code)

const secretOf = () => location.hash.slice(1)

interface SharedLinkProps<T extends Opened> {
  /** Where the console is; the element's own connection's server when ''. */
  baseUrl: string
  /** Asks for what the link shows; the same function each time. */
  open: (api: Connection['api'], input: z.input<typeof LinkOpening>) => Promise<T>
  children: (opened: T, connection: Connection) => ReactNode
}

/** What the link in the page's address opens, or why it opens nothing. */
export function SharedLink<T extends Opened>(props: SharedLinkProps<T>) {
  useSheet(sheet)
  const [share, setShare] = useState(secretOf)
  useEffect(() => {
    const changed = () => setShare(secretOf())
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return ShareToken.safeParse(share).success ? <Share key={share} share={share} {...props} /> : <NoLink />
}

function NoLink() {
  const t = useText(text)
  useElementState('empty')
  return <EmptyState icon="image" title={t.noLink} explanation={t.noLinkWhy} />
}

function Share<T extends Opened>({ share, baseUrl, open: ask, children }: SharedLinkProps<T> & { share: string }) {
  const environment = useElement()
  const { connection: around, lang } = environment
  const base = baseUrl || around?.baseUrl || document.baseURI
  const [opened, setOpened] = useState<T | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [connection, setConnection] = useState<Connection | null>(null)
  const held = useRef<{ password: string; token: string; first: T | null }>({
    password: '',
    token: '',
    first: null,
  })
  const spoken = useRef(lang)
  spoken.current = lang

  const open = useCallback(
    async (visitor: Connection): Promise<void> => {
      const { password } = held.current
      try {
        const answer = await ask(visitor.api, { share, ...(password && { password }) })
        held.current.first = answer
        setFailure(null)
        setOpened(answer)
      } catch (error) {
        if (!isCallFailure(error)) throw error
        setFailure(error)
      }
    },
    [share, ask],
  )
  useLayoutEffect(() => {
    const state = held.current
    const visitor: Connection = connectVisitor(
      base,
      () => spoken.current,
      async () => {
        // What opened the page is good at first; later tokens cost no view.
        const { first, password, token } = state
        state.first = null
        try {
          const answer =
            first ?? (await ask(visitor.api, { share, ...(password && { password }), ...(token && { renew: token }) }))
          state.token = answer.token
          return answer.token
        } catch (error) {
          // Revoked, over, or under another password: what it showed goes dark, and says so.
          if (isOver(error)) {
            setOpened(null)
            setFailure(error)
          }
          throw error
        }
      },
    )
    setConnection(visitor)
    void open(visitor)
    return () => visitor.dispose()
  }, [base, share, open, ask])

  // What is drawn below asks as the visitor, whoever is signed in around.
  const timeZone = opened?.timezone || environment.timeZone
  const inner = useMemo(() => ({ ...environment, connection, timeZone }), [environment, connection, timeZone])
  if (failure && !opened) {
    return (
      <Refused
        failure={failure}
        onRetry={() => connection && void open(connection)}
        onPassword={(password) => {
          held.current.password = password
          if (connection) void open(connection)
        }}
        hasTried={held.current.password !== ''}
      />
    )
  }
  if (!opened || !connection) return <LoadingState rows={8} />
  return <ElementContext value={inner}>{children(opened, connection)}</ElementContext>
}

interface RefusedProps {
  failure: CallFailure
  hasTried: boolean
  onRetry: () => void
  onPassword: (password: string) => void
}

function Refused({ failure, hasTried, onRetry, onPassword }: RefusedProps) {
  const t = useText(text)
  const code = failure instanceof ApiError ? failure.code : ''
  useElementState(code === PASSWORD ? 'forbidden' : 'error')
  if (code === PASSWORD) return <PasswordForm hasTried={hasTried} onPassword={onPassword} />
  if (code === OVER || code === FULL)
    return <ErrorState title={code === FULL ? t.full : t.ended} explanation={t.endedWhy} code={code} />
  // Too many tries pass, as a lost line does.
  const title = code === '' ? t.unreachable : t.refused
  return <ErrorState title={title} explanation={t.refusedWhy} code={code} onRetry={onRetry} />
}
