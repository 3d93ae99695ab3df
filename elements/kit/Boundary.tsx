import { Component, type ReactNode, useEffect, useEffectEvent } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { whyNotConnected } from '../context/connection-lookup.ts'
import type { ElementEnvironment } from '../context/element-context.ts'
import { NotConnected, useElement, useElementState, useText } from '../context/element-context.ts'
import { viewProblem } from '../context/page-properties.ts'
import { ErrorState } from './ErrorState.tsx'
import { useProblem } from './Notes.tsx'

export const text = defineText({
  failed: ['此部分无法显示', 'This part cannot be shown'],
  failedWhy: [
    '数据没有丢失。可以重试，页面的其余部分不受影响。',
    'Nothing was changed. Try again; the rest of the page is not affected.',
  ],
  notLoaded: ['此部分未能加载', 'This part could not be loaded'],
  notLoadedWhy: [
    '可能是网络中断，页面的其余部分不受影响。恢复连接后会自动重试。',
    'The network may be down; the rest of the page is not affected. It is tried again once the connection is back.',
  ],
  unconnected: ['没有连接', 'Not connected'],
})

/** The chunk of a part did not come. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

interface Props {
  environment: ElementEnvironment
  /** The page's own values: after they change, a view that failed is tried again. */
  values?: unknown
  /** Makes ready for another try. */
  onRetry?: () => void
  children: ReactNode
}

/** Shows a view's failure in its place and reports it by `sg-error`; a new connection or a new value of the page is a new try. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error) {
    const { report } = this.props.environment
    if (error instanceof NotConnected) report('connection', whyUnconnected(this.props.environment.host))
    else if (error instanceof NotLoaded) report('load', 'load-failed', { error })
    else report('render', viewProblem(), { error })
  }

  override componentDidUpdate(before: Props) {
    const { error } = this.state
    const { environment, values } = this.props
    const isOther =
      error instanceof NotConnected
        ? before.environment.connection !== environment.connection
        : before.values !== values
    if (error && isOther) this.retry()
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (error instanceof NotLoaded) return <Unloaded environment={this.props.environment} retry={this.retry} />
    return error instanceof NotConnected ? <Unconnected /> : <Failure error={error} retry={this.retry} />
  }
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  useElementState('error')
  const { failed, failedWhy } = useText(text)
  const ofPage = viewProblem() === 'page-properties'
  const problem = useProblem(ofPage ? 'page-properties' : null)
  return (
    <slot name="error">
      <ErrorState
        title={failed}
        explanation={ofPage ? (problem?.message ?? '') : failedWhy}
        docs={problem?.docs ?? null}
        code={error.message}
        onRetry={retry}
      />
    </slot>
  )
}

function Unloaded({ environment: { connection }, retry }: { environment: ElementEnvironment; retry: () => void }) {
  useElementState('error')
  const { notLoaded, notLoadedWhy } = useText(text)
  const tryAgain = useEffectEvent(retry)
  useEffect(() => {
    const back = () => tryAgain()
    const stop = connection?.$status.listen((status) => status === 'live' && tryAgain())
    window.addEventListener('online', back)
    return () => {
      stop?.()
      window.removeEventListener('online', back)
    }
  }, [connection])
  return <ErrorState title={notLoaded} explanation={notLoadedWhy} onRetry={retry} />
}

/** Live elements bring the tag with them; a page with the script of another one alone may have written it for nothing. */
const whyUnconnected = (host: HTMLElement): string =>
  document.querySelector('sg-connection:not(:defined)') ? 'connection-not-loaded' : whyNotConnected(host)

function Unconnected() {
  useElementState('offline')
  const { unconnected } = useText(text)
  const problem = useProblem(whyUnconnected(useElement().host))
  return (
    <slot name="error">
      <ErrorState title={unconnected} explanation={problem?.message ?? ''} docs={problem?.docs ?? null} />
    </slot>
  )
}
