import { useRef, useState } from 'react'
import { defineText } from '../../core/text/define-text.ts'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { TextField } from '../kit/TextField.tsx'
import sheet from './copied.css?sheet'

const text = defineText({
  copied: ['已复制', 'Copied'],
  copyByHand: [
    '此页面不是 https，无法自动复制：已选中，请按 Ctrl+C',
    'This page is not https: it is selected, press Ctrl+C',
  ],
})

/** A text to be taken along: by the clipboard, and where a page has none, by hand. */
export function Copied({ label, value, lines }: { label: string; value: string; lines: number }) {
  useSheet(sheet)
  const t = useText(text)
  const { copy } = useText(words)
  const box = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState('')
  async function take() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome(t.copied)
    } catch {
      const field = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input')
      field?.focus()
      field?.select()
      setOutcome(t.copyByHand)
    }
  }
  return (
    <div ref={box} className="copied">
      <TextField label={label} value={value} onChange={() => {}} lines={lines} />
      <div className="copied-act">
        <Button onPress={() => void take()}>{copy}</Button>
        <span role="status">{outcome}</span>
      </div>
    </div>
  )
}
