import { useState } from 'react'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { Copied } from '../Copied.tsx'
import { Facts } from '../Facts.tsx'
import { useSending } from '../form/use-sending.ts'
import { text } from './text.ts'

interface NewPasswordProps {
  device: Pick<DeviceDetail, 'sn_code' | 'dev_alias'>
  isOpen: boolean
  onClose: () => void
}

/** Asks first, since the device is cut off; then shows the password, this once. */
export function NewPassword({ device, isOpen, onClose }: NewPasswordProps) {
  useSheet(layout)
  const t = useText(text)
  const { api } = useConnection()
  const sending = useSending<never>([])
  const [password, setPassword] = useState<string | null>(null)
  const { sn_code, dev_alias: name } = device

  async function make() {
    const made = await sending.send(() => api.device.renewPassword({ sn_code }))
    if (made) setPassword(made.password)
  }

  return (
    <>
      <ConfirmDialog
        title={t.newPasswordTitle({ name })}
        explanation={
          <div className="stack">
            <p>{t.newPasswordWhy}</p>
            {sending.wrong.form && (
              <p className="wrong" role="alert">
                {sending.wrong.form}
              </p>
            )}
          </div>
        }
        confirmLabel={t.makePassword}
        isDanger
        isOpen={isOpen && password === null}
        isPending={sending.isPending}
        onConfirm={() => void make()}
        onClose={onClose}
      />
      <Dialog
        title={t.passwordOf({ name })}
        isOpen={isOpen && password !== null}
        onClose={onClose}
        size="small"
        isKeptOpen
        actions={
          <Button look="primary" onPress={onClose}>
            {t.kept}
          </Button>
        }
      >
        <div className="stack">
          <p>{t.passwordOnce}</p>
          <Facts facts={[[t.sn, <code key="sn">{sn_code}</code>]]} />
          <Copied label={t.password} value={password ?? ''} lines={2} />
        </div>
      </Dialog>
    </>
  )
}
