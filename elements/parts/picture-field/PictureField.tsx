import { type DragEvent, useId, useRef, useState } from 'react'
import { useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { FieldFrame } from '../../kit/Field.tsx'
import sheet from './picture-field.css?sheet'
import { text } from './text.ts'

interface PictureFieldProps {
  name: string
  help: string
  error: string | undefined
  /** Of the preview; '' while it is on its way, null without a picture. */
  src: string | null
  /** Of the preview, beside the field's own looks. */
  imageClass?: string
  accept: string
  isPending: boolean
  /** The user chose a file, or dropped it onto the field. */
  onFile: (file: File) => void
  onRemove: () => void
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** One picture of a form: chosen, dropped, seen, replaced, taken away. */
export function PictureField({ name, error, src, imageClass, onFile, onRemove, ...props }: PictureFieldProps) {
  useSheet(sheet)
  const t = useText(text)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    <div className="field" data-wrong={error ? '' : undefined}>
      <FieldFrame label={name} help={props.help} error={error} describedBy={`${id}-help`} labelFor={{ htmlFor: id }}>
        <fieldset
          aria-label={name}
          className="picture-field-row"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            if (!hasFiles(event)) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={({ currentTarget, relatedTarget }) =>
            !currentTarget.contains(relatedTarget as Node | null) && setOver(false)
          }
          onDrop={(event) => {
            setOver(false)
            if (!hasFiles(event)) return
            event.preventDefault()
            const [file] = event.dataTransfer.files
            if (file) onFile(file)
          }}
        >
          {src && <img className={imageClass} src={src} alt={name} />}
          <input
            ref={chooser}
            id={id}
            className="sg-hidden-visually"
            tabIndex={-1}
            type="file"
            accept={props.accept}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) onFile(file)
            }}
          />
          <Button icon="upload" isPending={props.isPending} onPress={() => chooser.current?.click()}>
            {src === null ? t.choose : t.replace}
            <span className="sg-hidden-visually">{t.ofWhat({ name })}</span>
          </Button>
          {src !== null && <IconButton icon="trash" label={t.removeOf({ name })} onPress={onRemove} />}
        </fieldset>
      </FieldFrame>
    </div>
  )
}
