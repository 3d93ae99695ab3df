import { useStore } from '@nanostores/react'
import { useElement, useFormat, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { Popover } from '../../elements/kit/Popover.tsx'
import { text } from '../text.ts'
import { useConsole } from '../use-console.ts'

/** What was refused while nobody looked, behind its number; nothing where nothing was. */
export function Errors() {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { errors } = useConsole()
  const shown = useStore(errors.$errors)
  if (shown.length === 0) return null
  const title = t.errors({ count: shown.length })
  return (
    <Popover
      label={title}
      trigger={
        <Button look="plain" icon="warning">
          {title}
        </Button>
      }
    >
      <ul className="error-list">
        {shown.map(({ id, time, message, code }) => (
          <li key={id}>
            <span className="error-list-time">{format.time(time)}</span> {message[lang]} <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onPress={errors.clear}>{t.clearErrors}</Button>
    </Popover>
  )
}
