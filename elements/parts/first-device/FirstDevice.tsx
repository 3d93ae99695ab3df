import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { deviceCounts } from '../../../core/stores/collections/states.ts'
import { useElementState, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useDialog } from '../form/use-dialog.ts'
import { useCollection } from '../use-collection.ts'
import { ConnectFacts } from './ConnectFacts.tsx'
import sheet from './first-device.css?sheet'
import { RegisterDialog } from './RegisterDialog.tsx'
import { text } from './text.ts'

interface FirstDeviceProps {
  onRegistered: (sn_code: string) => void
  /** To a page of the console. */
  go: (path: string) => void
}

const NO_GROUPS: readonly DeviceGroup[] = []

/**
 * In place of devices where there are none: how the first one gets here. That one has connected is known by the number
 * of devices that belong to nobody, which is polled; which one it is, only its password tells.
 */
export function FirstDevice({ onRegistered, go }: FirstDeviceProps) {
  useSheet(sheet)
  useElementState('empty')
  const t = useText(text)
  const [sn, setSn] = useState('')
  const waiting = useCollection(deviceCounts).data?.unregistered ?? 0
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const registering = useDialog<null>()
  const help = (chapter: string, label: string) => (
    <Button look="plain" icon="info" onPress={() => go(`/help?topic=${chapter}`)}>
      {label}
    </Button>
  )
  return (
    <>
      <slot name="empty">
        <section className="first-device" part="empty" aria-labelledby="first-device-title">
          <h2 id="first-device-title" className="notice-title first-device-title">
            {t.firstTitle}
          </h2>
          <p className="notice-text">{t.firstWhy}</p>
          <ol className="first-device-steps">
            <Step title={t.stepConnect}>
              <p className="quiet">{t.stepConnectWhy}</p>
              <div className="first-device-sn">
                <TextField
                  label={t.sn}
                  help={t.snHelp}
                  value={sn}
                  onChange={setSn}
                  maxLength={LIMITS.snCode}
                  autoComplete="off"
                />
              </div>
              <ConnectFacts sn_code={sn} />
            </Step>
            <Step title={t.stepWait} isDone={waiting > 0}>
              <p role="status" className={waiting > 0 ? '' : 'quiet'}>
                {waiting > 0 ? t.waiting({ count: waiting }) : t.noneWaiting}
              </p>
            </Step>
            <Step title={t.stepRegister}>
              <p className="quiet">{t.stepRegisterWhy}</p>
              <div>
                <Button look="primary" icon="plus" onPress={() => registering.open(null)}>
                  {t.register}
                </Button>
              </div>
            </Step>
          </ol>
          <p className="row">
            {help('engineer/connect', t.helpConnect)}
            {help('engineer/template', t.helpTemplate)}
            {help('engineer/rules', t.helpRules)}
          </p>
        </section>
      </slot>
      <RegisterDialog
        key={registering.round}
        isOpen={registering.isOpen}
        sn_code={sn}
        groups={groups}
        onClose={registering.close}
        onRegistered={(sn_code) => {
          registering.close()
          onRegistered(sn_code)
        }}
      />
    </>
  )
}

function Step({ title, isDone = false, children }: { title: string; isDone?: boolean; children: ReactNode }) {
  return (
    <li className="first-device-step">
      <div className="first-device-step-body stack">
        <h3 className="first-device-step-title">
          {title}
          {isDone && <Icon name="check" />}
        </h3>
        {children}
      </div>
    </li>
  )
}
