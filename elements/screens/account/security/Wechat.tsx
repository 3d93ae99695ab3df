import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Profile } from '../../../../core/contract/account.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { useSending } from '../../../parts/form/use-sending.ts'
import { Note } from '../Note.tsx'
import { text } from './text.ts'

/** What WeChat leads back with. */
export interface WechatReturn {
  code: string
  state: string
}

interface WechatProps {
  isBound: boolean
  isFrozen: boolean
  backPath: string
  returned: WechatReturn | null
  /** The code was used, whatever came of it. */
  onUsed: () => void
  onChanged: (profile: Profile) => void
}

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export function Wechat({ isBound, isFrozen, backPath, returned, onUsed, onChanged }: WechatProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { wrong, done, isPending, check, send } = useSending<never>([])
  const [isAsking, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const used = useRef<string | null>(null)

  async function ask() {
    check({})
    setMissing(false)
    const answer = await send(() => api.account.wechatAddress({ back: new URL(backPath, document.baseURI).href }))
    if (!answer) return
    if (answer.url === null) setMissing(true)
    else if (isWebAddress(answer.url)) location.assign(answer.url)
    else check({ form: t.wechatStrange })
  }

  const take = useEffectEvent(async (result: WechatReturn) => {
    const profile = isFrozen ? null : await send(() => api.account.bindWechat(result), t.wechatBound)
    if (profile) onChanged(profile)
    onUsed()
  })
  const code = returned?.code
  const state = returned?.state
  useEffect(() => {
    // A code is valid once: a second try would only be refused.
    if (code === undefined || state === undefined || used.current === code) return
    used.current = code
    void take({ code, state })
  }, [code, state])

  async function unbind() {
    const profile = await send(() => api.account.unbind({ kind: 'wechat' }), t.wechatUnbound)
    setAsking(false)
    if (profile) onChanged(profile)
  }

  return (
    <div className="account-bound">
      <div className="account-row">
        <span className="account-row-name">{t.wechat}</span>
        <span className="account-row-value">
          {isBound ? (
            <span className="account-mark account-mark-good">
              <Icon name="check" size={12} />
              {t.bound}
            </span>
          ) : (
            <span className="account-quiet">{t.notSet}</span>
          )}
        </span>
        {!isFrozen &&
          (isBound ? (
            <Button onPress={() => setAsking(true)}>{t.unbind}</Button>
          ) : (
            <Button isPending={isPending} onPress={() => void ask()}>
              {t.bind}
            </Button>
          ))}
      </div>
      <p className="account-done" role="status">
        {returned && isPending ? t.binding : done}
      </p>
      <div role="status">{isMissing && <Note>{t.wechatNone}</Note>}</div>
      {wrong.form && (
        <p className="account-wrong" role="alert">
          {wrong.form}
        </p>
      )}
      <ConfirmDialog
        title={t.unbindTitle}
        explanation={t.unbindWhy}
        confirmLabel={t.unbindIt}
        isDanger
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void unbind()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
