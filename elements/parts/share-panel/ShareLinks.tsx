import { useState } from 'react'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { ShareLink } from '../../../core/contract/share-link.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { lazyPart, useConnection, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { PasswordField, TextField } from '../../kit/TextField.tsx'
import { Failure } from '../Failure.tsx'
import { SendForm } from '../form/SendForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { isCallFailure, useCall } from '../use-call.ts'
import sheet from './share-panel.css?sheet'
import { text } from './text.ts'

const QrCode = lazyPart(() => import('./QrCode.tsx').then((chunk) => chunk.QrCode), null)

const DAYS = ['1', '7', '30', '365'] as const
const FOREVER = 'forever'

/** What links are made for, and the page that shows it to those who have one. */
const PAGES = { screen: 'share-cfg', dashboard: 'share-db' } as const

export interface SharedContent {
  kind: keyof typeof PAGES
  id: number
  name: string
  /** The device that it is opened for; '' where all devices are fixed. */
  sn_code: string
}

/** Makes a link to a screen or dashboard, and ends those that there are. What was typed stays when the server refuses. */
export function ShareLinks({ kind, id, name: of, sn_code }: SharedContent) {
  useSheet(sheet)
  const t = useText(text)
  const { api, clock, baseUrl } = useConnection()
  const content = kind === 'screen' ? { screen_id: id } : { dashboard_id: id }
  const links = useCall(api.shareLink.list, { ...content, page_size: 100 })
  const [made, setMade] = useState<string | null>(null)
  const form = useDraft(
    { name: of, expires_time: '30', views_most: null as number | null, password: '' },
    {
      validate: ({ name, password }): { name?: string; password?: string } => ({
        ...(name.trim() === '' && { name: t.nameNeeded }),
        ...(password !== '' && password.length < 4 && { password: t.passwordHelp }),
      }),
      async send({ name, expires_time, views_most, password }) {
        try {
          const { share } = await api.shareLink.create({
            ...content,
            name,
            sn_code: sn_code || null,
            expires_time: expires_time === FOREVER ? null : clock.now() + Number(expires_time) * DAY_MS,
            views_most,
            password: password || null,
          })
          // Behind the #, which no browser sends to a server and no server writes into a log.
          setMade(new URL(`${PAGES[kind]}#${share}`, baseUrl).href)
          links.reload()
        } catch (error) {
          if (mayBeDone(error)) links.reload()
          throw error
        }
      },
    },
  )
  const { draft, set } = form
  const wrong: Partial<Record<keyof typeof draft, string>> = form.wrong

  const options = [
    ...DAYS.map((id) => ({ id: id as string, label: t.inDays({ count: Number(id) }) })),
    { id: FOREVER, label: t.forever },
  ]
  return (
    <div className="share">
      <p className="share-why">
        {t.shareWhy}
        {sn_code && ` ${t.ofDevice({ sn_code })}`}
      </p>
      {made ? (
        <MadeLink href={made} />
      ) : (
        <SendForm
          label={t.makeLink}
          sending={form}
          onSubmit={() => void form.submit()}
          actions={
            <Button look="primary" type="submit" isPending={form.isPending}>
              {t.makeLink}
            </Button>
          }
        >
          <TextField label={t.name} value={draft.name} onChange={(name) => set({ name })} error={wrong.name} />
          <Select
            label={t.expires}
            options={options}
            value={draft.expires_time}
            onChange={(expires_time) => set({ expires_time })}
            error={wrong.expires_time}
          />
          <NumberField
            label={t.viewsMost}
            help={t.viewsMostHelp}
            value={draft.views_most}
            onChange={(views_most) => set({ views_most })}
            error={wrong.views_most}
          />
          <PasswordField
            label={t.password}
            help={t.passwordHelp}
            value={draft.password}
            onChange={(password) => set({ password })}
            error={wrong.password}
          />
        </SendForm>
      )}
      <h3>{t.links}</h3>
      {links.failure && <Failure failure={links.failure} onRetry={links.reload} />}
      {!links.data && !links.failure && <Skeleton rows={3} />}
      {links.data?.rows.length === 0 && <p className="share-why">{t.noLinks}</p>}
      <ul className="share-links">
        {links.data?.rows.map((link) => (
          <Link key={link.link_id} link={link} onRevoked={links.reload} />
        ))}
      </ul>
    </div>
  )
}

function MadeLink({ href }: { href: string }) {
  const t = useText(text)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    // Plain http has no clipboard: the field is selected, to be copied by hand.
    await navigator.clipboard?.writeText(href)
    setCopied(navigator.clipboard !== undefined)
  }
  return (
    <div className="share-made">
      <label>
        {t.link}
        <input className="share-href" readOnly value={href} onFocus={(event) => event.target.select()} />
      </label>
      <Button onPress={() => void copy()}>{isCopied ? t.copied : t.copy}</Button>
      <p className="share-why">{t.linkOnce}</p>
      <QrCode href={href} />
    </div>
  )
}

function Link({ link, onRevoked }: { link: ShareLink; onRevoked: () => void }) {
  const t = useText(text)
  const format = useFormat()
  const { api, clock } = useConnection()
  const { expires_time, views_most, views } = link
  const isOver =
    link.is_revoked ||
    (expires_time !== null && expires_time < clock.now()) ||
    (views_most !== null && views >= views_most)
  const revoke = async () => {
    try {
      await api.shareLink.revoke({ link_id: link.link_id })
      onRevoked()
    } catch (error) {
      // The connection has shown it.
      if (!isCallFailure(error)) throw error
    }
  }
  const facts = [
    views_most === null ? t.opened({ count: views }) : t.openedOf({ views, most: views_most }),
    isOver ? t.ended : expires_time === null ? t.forever : t.until({ time: format.dateTime(expires_time) }),
    link.has_password ? t.protected : '',
  ]
  return (
    <li>
      <span>
        <strong>{link.name}</strong> <span className="share-why">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {!isOver && (
        <Button look="plain" onPress={() => void revoke()}>
          {t.revoke}
        </Button>
      )}
    </li>
  )
}
