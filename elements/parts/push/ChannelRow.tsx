import { useState } from 'react'
import type { ChannelState } from '../../../core/contract/push.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { useSending } from '../form/use-sending.ts'
import { LevelSelect } from './LevelSelect.tsx'
import { text } from './text.ts'

interface ChannelRowProps {
  state: ChannelState
  level: number | null
  onChange: (level: number | null) => void
  /** A test was sent: it may have cost a quota. */
  onTested: () => void
  /** The way to where addresses are bound. */
  onBind: () => void
}

/** One way to a person: which alarms go by it, where they go, and whether they can. */
export function ChannelRow({ state, level, onChange, onTested, onBind }: ChannelRowProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useFormat()
  const { wrong, isPending, check, send } = useSending<never>([])
  const [said, setSaid] = useState('')
  const { channel, address_state, address } = state
  const isReady = address_state === 'ready'
  // No code to prove an address would reach its owner: there is nothing that the user could do.
  const isUnavailable = address_state === 'none' && !state.has_provider
  const name = t[channel]

  async function test() {
    check({})
    setSaid('')
    const answer = await send(() => api.push.testMyself({ channel }))
    if (!answer) return
    if (answer.state === 'failed') check({ form: t.notDelivered({ error: deliveryErrorText(answer.error, lang) }) })
    else setSaid(answer.state === 'kept' ? t.testKept : t.testSent)
    onTested()
  }

  return (
    <li className="push-channel">
      <div className="push-channel-head">
        <h3 className="push-channel-name">{name}</h3>
        <span className="push-channel-where">
          {isReady || isUnavailable ? (
            <span className="push-quiet">{isUnavailable ? t.noGateway : address || t.bound}</span>
          ) : (
            <>
              <span className="push-warning">{address_state === 'none' ? t.noAddress : t.unproved({ address })}</span>
              <Button onPress={onBind}>{t.bind}</Button>
            </>
          )}
        </span>
      </div>
      <div className="push-channel-what">
        <LevelSelect
          label={t.levelOf({ channel: name })}
          isLabelHidden
          value={level}
          onChange={onChange}
          nothing={t.off}
          // What was chosen before can still be turned off.
          isDisabled={isUnavailable && level === null}
        />
        <Button icon="send" isDisabled={!isReady} isPending={isPending} onPress={() => void test()}>
          {t.testOf({ channel: name })}
        </Button>
      </div>
      <p className="push-facts">
        {!isUnavailable && <Quota state={state} />}
        {!state.has_provider && !isUnavailable && <span className="push-quiet">{t.kept}</span>}
      </p>
      <p className="push-done" role="status">
        {said}
      </p>
      {wrong.form && (
        <p className="push-wrong" role="alert">
          {wrong.form}
        </p>
      )}
    </li>
  )
}

/** What is left of the channel's quota; e-mails cost none. */
function Quota({ state: { channel, limit, used } }: { state: ChannelState }) {
  const t = useText(text)
  const format = useFormat()
  if (channel === 'email') return null
  if (limit === null) return <span className="push-quiet">{t.unlimited({ used: format.number(used) })}</span>
  const left = Math.max(0, limit - used)
  if (left === 0) return <span className="push-warning">{t.usedUp}</span>
  return <span className="push-quiet">{t.left({ left: format.number(left), limit: format.number(limit) })}</span>
}
