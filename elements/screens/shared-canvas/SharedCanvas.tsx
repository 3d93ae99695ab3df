import { type FormEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { createLiveSource, type LiveSource } from '../../../core/canvas/live-source.ts'
import type { Connection } from '../../../core/connection/connection.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { ShareToken, type shareLink } from '../../../core/contract/share-link.ts'
import { Viewer } from '../../canvas/view/Viewer.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { ElementContext, useElement, useElementState, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { PasswordField } from '../../kit/TextField.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { type CallFailure, isCallFailure } from '../../parts/use-call.ts'
import type { SharedCanvasProps } from './api.ts'
import { LiveMark } from './LiveMark.tsx'
import { connectVisitor } from './share-connection.ts'
import { text } from './text.ts'

type Opened = z.infer<typeof shareLink.open.output>

const PASSWORD = '118302'
const FULL = '118303'

/** The server answers that the link is not open to this visitor any more; a lost line, or too many tries, passes. */
const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['118301', PASSWORD, FULL].includes(error.code)

const secretOf = () => location.hash.slice(1)

export function SharedCanvas(props: SharedCanvasProps) {
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

function Share({ share, baseUrl, ...rest }: SharedCanvasProps & { share: string }) {
  const environment = useElement()
  const { connection: around, lang } = environment
  const base = baseUrl || around?.baseUrl || document.baseURI
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [connection, setConnection] = useState<Connection | null>(null)
  const held = useRef<{ password: string; token: string; first: Opened | null }>({
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
        const answer = await visitor.api.shareLink.open({ share, ...(password && { password }) })
        held.current.first = answer
        setFailure(null)
        setOpened(answer)
      } catch (error) {
        if (!isCallFailure(error)) throw error
        setFailure(error)
      }
    },
    [share],
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
            first ??
            (await visitor.api.shareLink.open({ share, ...(password && { password }), ...(token && { renew: token }) }))
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
  }, [base, share, open])

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
  return (
    <ElementContext value={inner}>
      <SharedScreen opened={opened} connection={connection} {...rest} />
    </ElementContext>
  )
}

interface RefusedProps {
  failure: CallFailure
  hasTried: boolean
  onRetry: () => void
  onPassword: (password: string) => void
}

function Refused({ failure, hasTried, onRetry, onPassword }: RefusedProps) {
  const t = useText(text)
  const [password, setPassword] = useState('')
  const code = failure instanceof ApiError ? failure.code : ''
  useElementState(code === PASSWORD ? 'forbidden' : 'error')
  if (code !== PASSWORD) {
    const title = code === FULL ? t.full : t.ended
    return failure instanceof ApiError ? (
      <ErrorState title={title} explanation={t.endedWhy} code={code} />
    ) : (
      <ErrorState title={failure.message} explanation="" onRetry={onRetry} />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onPassword(password)
  }
  return (
    <form className="shared-ask" onSubmit={submit} noValidate>
      <h2>{t.passwordTitle}</h2>
      <PasswordField
        label={t.password}
        value={password}
        onChange={setPassword}
        error={hasTried ? t.wrongPassword : undefined}
      />
      <Button look="primary" type="submit">
        {t.open}
      </Button>
    </form>
  )
}

interface SharedScreenProps extends Omit<SharedCanvasProps, 'baseUrl'> {
  opened: Opened
  connection: Connection
}

function SharedScreen({ opened, connection, bare, zoom: initialZoom, onShareOpen }: SharedScreenProps) {
  const { shown, devices } = opened
  const [zoom, setZoom] = useState<ZoomMode>(initialZoom)
  const [isReplaying, setReplaying] = useState(false)
  const [live, setLive] = useState<LiveSource | null>(null)
  useLayoutEffect(() => {
    const known = new Map(devices.map((device) => [device.sn_code, device]))
    const missing = () => Promise.reject(new ApiError('110509'))
    const made = createLiveSource({
      past: (points, start, end, step_ms) => connection.api.screen.replay({ points: [...points], start, end, step_ms }),
      // A visitor asks for no devices and hears of no alarms: what the screen binds came with the link.
      connection: {
        readings: connection.readings,
        realtime: connection.realtime,
        clock: connection.clock,
        api: {
          device: {
            detail: async ({ sn_code }) => {
              const device = known.get(sn_code)
              return device ? { ...device, may_write: false } : missing()
            },
          },
          alarm: { open: async () => ({ rows: [], total: 0 }) },
        },
      },
    })
    setLive(made)
    return () => made.dispose()
  }, [connection, devices])
  useEffect(() => {
    const { screen_id, screen_name } = shown.screen
    onShareOpen({ screen_id, screen_name })
  }, [shown, onShareOpen])
  if (!live) return <LoadingState rows={8} />
  const stay = () => {}
  return (
    <Viewer
      shown={shown}
      sn_code={opened.sn_code ?? ''}
      live={live}
      zoom={zoom}
      isBare={bare}
      mayReplay
      isReplaying={isReplaying}
      canGoBack={false}
      isShared
      actions={!isReplaying && <LiveMark connection={connection} devices={devices} />}
      onZoom={setZoom}
      onReplay={setReplaying}
      onGo={stay}
      onPopUp={stay}
      onBack={stay}
      onWriteDone={stay}
    />
  )
}
