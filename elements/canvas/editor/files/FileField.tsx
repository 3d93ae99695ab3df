import { useId, useRef } from 'react'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { FieldFrame } from '../../../kit/Field.tsx'
import { text } from './text.ts'

interface FileFieldProps {
  label: string
  file: File | null
  error: string | undefined
  accept?: string
  onFile: (file: File) => void
}

/** One file, chosen; what is wrong with it stands below its name. */
export function FileField({ label, file, error, accept, onFile }: FileFieldProps) {
  const t = useText(text)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <FieldFrame label={label} error={error} describedBy={`${id}-help`} labelFor={{ htmlFor: `${id}-file` }}>
        <div className="import-file">
          <Button icon="upload" onPress={() => input.current?.click()}>
            {file ? t.otherFile : t.chooseFile}
          </Button>
          <span>{file?.name ?? t.noFile}</span>
          <input
            ref={input}
            id={`${id}-file`}
            type="file"
            hidden
            accept={accept}
            aria-label={label}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) onFile(chosen)
              target.value = ''
            }}
          />
        </div>
      </FieldFrame>
    </div>
  )
}
