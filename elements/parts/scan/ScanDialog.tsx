import { type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { type DeviceCode, readDeviceCode } from '../../../core/rules/device-code.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { TextField } from '../../kit/TextField.tsx'
import { readPicture } from './code-reader.ts'
import sheet from './scan.css?sheet'
import { text } from './text.ts'
import { useCamera } from './use-camera.ts'

interface ScanDialogProps {
  isOpen: boolean
  onClose: () => void
  /** A device's code was scanned, or its SN typed; answers why it goes no further, else null. */
  onScanned: (code: DeviceCode) => Promise<string | null> | null
}

/** Of a code that is none of a device, what is shown of it. */
const SHOWN = 60

/** Reads the code of a device by the camera, from a photo, or as it is typed. */
export function ScanDialog({ isOpen, onClose, onScanned }: ScanDialogProps) {
  const t = useText(text)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose} size="small">
      <Scan onScanned={onScanned} />
    </Dialog>
  )
}

/** Has the camera for as long as it is shown. */
function Scan({ onScanned }: Pick<ScanDialogProps, 'onScanned'>) {
  useSheet(layout)
  useSheet(sheet)
  const t = useText(text)
  const video = useRef<HTMLVideoElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [snWrong, setSnWrong] = useState<string | undefined>()
  const [isPending, setPending] = useState(false)
  // The camera sees the same code again and again: it is read once.
  const last = useRef<string | null>(null)

  async function take(code: string) {
    const device = readDeviceCode(code)
    if (!device) return setWrong(t.notDevice({ code: code.slice(0, SHOWN) }))
    setPending(true)
    setWrong(await Promise.resolve(onScanned(device)).finally(() => setPending(false)))
  }

  const state = useCamera(video, (code) => {
    if (code === last.current) return
    last.current = code
    void take(code)
  })
  const hasCamera = state === 'starting' || state === 'on'

  async function readPhoto(file: File) {
    setPending(true)
    setWrong(null)
    const code = await readPicture(file).finally(() => setPending(false))
    if (code === null) setWrong(t.noCode)
    else await take(code)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const isRight = readDeviceCode(typed) !== null
    setSnWrong(isRight ? undefined : t.snWrong)
    if (isRight) void take(typed)
  }

  return (
    <div className="stack">
      {hasCamera ? (
        <div className="scan-camera">
          <video ref={video} className="scan-video" muted playsInline aria-label={t.camera} />
          <p className="scan-note" role="status">
            {t[state]}
          </p>
        </div>
      ) : (
        <p className="callout" role="status">
          {t[state]}
        </p>
      )}
      {wrong !== null && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div>
        <input
          ref={chooser}
          type="file"
          className="sg-hidden-visually"
          tabIndex={-1}
          aria-label={t.picture}
          accept="image/*"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void readPhoto(file)
          }}
        />
        <Button icon="image" isPending={isPending} onPress={() => chooser.current?.click()}>
          {t.picture}
        </Button>
      </div>
      <form className="scan-typed" onSubmit={submit} noValidate>
        <TextField
          label={t.sn}
          name="scanned_sn"
          value={typed}
          onChange={setTyped}
          maxLength={LIMITS.snCode}
          error={snWrong}
          autoComplete="off"
        />
        <Button type="submit" isPending={isPending}>
          {t.next}
        </Button>
      </form>
    </div>
  )
}
