import { Component, type ReactNode } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { ErrorState } from '../kit/ErrorState.tsx'
import type { ElementEnvironment } from './element-context.ts'
import { NotConnected, useElementState, useText } from './element-context.ts'

export const text = defineText({
  failed: ['此部分无法显示', 'This part cannot be shown'],
  failedWhy: [
    '数据没有丢失。可以重试，页面的其余部分不受影响。',
    'No data is lost. Try again; the rest of the page is not affected.',
  ],
  unconnected: ['没有连接', 'Not connected'],
  unconnectedWhy: [
    '请将此元素放在 <sg-connection> 内，或为页面设置默认连接，或设置 connection 属性。',
    'Put this element inside an <sg-connection>, give the page a default connection, or set its connection property.',
  ],
})

interface Props {
  environment: ElementEnvironment
  children: ReactNode
}

/** Shows a view's failure in its place and tells the page by `sg-error`; a new connection is a new try. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error) {
    this.props.environment.emit('sg-error', { phase: 'render', message: error.message, error })
  }

  override componentDidUpdate(before: Props) {
    const hasChanged = before.environment.connection !== this.props.environment.connection
    if (this.state.error instanceof NotConnected && hasChanged) this.retry()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return error instanceof NotConnected ? <Unconnected /> : <Failure error={error} retry={this.retry} />
  }
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  useElementState('error')
  const { failed, failedWhy } = useText(text)
  return <ErrorState title={failed} explanation={failedWhy} code={error.message} onRetry={retry} />
}

function Unconnected() {
  useElementState('offline')
  const { unconnected, unconnectedWhy } = useText(text)
  return <ErrorState title={unconnected} explanation={unconnectedWhy} />
}
