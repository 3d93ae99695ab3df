import { useRef } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { base64Of } from '../base64.ts'
import { text } from './text.ts'

export interface ChosenFile {
  name: string
  content: string
}

interface FileChoiceProps {
  isReading: boolean
  /** One has been chosen already. */
  hasOther: boolean
  onFile: (file: ChosenFile) => void
  onBegin: (name: string) => void
  /** It is empty, or too large. */
  onRefused: (why: string) => void
}

/** The button that chooses a spreadsheet. */
export function FileChoice({ isReading, hasOther, onFile, onBegin, onRefused }: FileChoiceProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  async function read(file: File) {
    if (file.size > LIMITS.importBytes) return onRefused(t.fileTooLarge)
    if (file.size === 0) return onRefused(t.fileEmpty)
    onBegin(file.name)
    onFile({ name: file.name, content: await base64Of(file) })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sg-hidden-visually"
        tabIndex={-1}
        aria-label={t.chooseFile}
        accept=".xlsx,.xls,.csv,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same one again, once it was mended.
          target.value = ''
          if (file) void read(file)
        }}
      />
      <span>
        <Button icon="upload" isPending={isReading} onPress={() => input.current?.click()}>
          {hasOther ? t.otherFile : t.chooseFile}
        </Button>
      </span>
    </>
  )
}
