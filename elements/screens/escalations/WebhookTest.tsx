import { useState } from 'react'
import type { Webhook } from '../../../core/contract/push.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { text as deliveryText } from '../../parts/deliveries/text.ts'
import { Facts } from '../../parts/Facts.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { text } from './text.ts'

/** What became of what it was sent, and a test of it as it is saved. */
export function WebhookTest({ hook, onTested }: { hook: Webhook; onTested: () => void }) {
  const t = useText(text)
  const names = useText(deliveryText)
  const format = useFormat()
  const { api } = useConnection()
  const { wrong, isPending, check, send } = useSending<never>([])
  const [said, setSaid] = useState('')
  const { webhook_id, maker, last_time, last_state, last_error, failed } = hook

  async function test() {
    check({})
    setSaid('')
    const answer = await send(() => api.push.testWebhook({ webhook_id }))
    if (!answer) return
    if (answer.error === '') setSaid(t.testOk({ status: answer.status ?? '' }))
    else check({ form: t.testBad({ error: deliveryErrorText(answer.error, format.lang) }) })
    onTested()
  }

  return (
    <div className="stack escalation-test">
      <Facts
        facts={[
          [t.maker, maker],
          [
            t.last,
            last_time === null || last_state === null
              ? t.never
              : `${names[`state_${last_state}`]} · ${format.dateTime(last_time)}`,
          ],
          [
            t.state,
            [deliveryErrorText(last_error, format.lang), failed > 0 && t.failedCount({ count: failed })]
              .filter(Boolean)
              .join(' · '),
          ],
        ]}
      />
      <div className="escalation-actions">
        <Button icon="send" isPending={isPending} onPress={() => void test()}>
          {t.test}
        </Button>
        <span className="escalation-done" role="status">
          {said}
        </span>
      </div>
      {wrong.form && (
        <p className="wrong" role="alert">
          {wrong.form}
        </p>
      )}
    </div>
  )
}
