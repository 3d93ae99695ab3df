import { useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { alarmName } from '../alarm-name.ts'
import { base64Of } from '../base64.ts'
import { isCallFailure } from '../use-call.ts'
import { isAlike } from './merge-rules.ts'
import { conditionText } from './rule-words.ts'
import { text } from './text.ts'

interface Read {
  name: string
  rules: readonly SentRule[]
  wrong: readonly { row: number; column: string; message: string }[]
}
type Stage =
  | { is: 'none' }
  | { is: 'reading'; name: string }
  | { is: 'refused'; why: string }
  | { is: 'read'; read: Read }

interface ImportRulesProps {
  owner: RuleOwner
  isOpen: boolean
  rules: readonly SentRule[]
  points: readonly Point[]
  onClose: () => void
  /** Resolves when they are kept, or what is against it was told. */
  onTake: (rules: readonly SentRule[]) => Promise<unknown>
}

/** Rules of a file: the server reads it and says what is wrong; what is right is shown, and can be taken in. */
export function ImportRules({ owner, isOpen, rules, points, onClose, onTake }: ImportRulesProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const { api } = useConnection()
  const input = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ is: 'none' })
  const [isPending, setPending] = useState(false)

  async function read(file: File) {
    const { name } = file
    if (file.size > LIMITS.importBytes) return setStage({ is: 'refused', why: t.fileTooLarge })
    setStage({ is: 'reading', name })
    try {
      const sent = { ...owner, file: { name, content: await base64Of(file) } }
      setStage({ is: 'read', read: { name, ...(await api.alarmRules.read(sent, { isQuiet: true })) } })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      const why = error instanceof ApiError ? error.fields[0]?.message || messageOf(error.code, lang) : t.unreachable
      setStage({ is: 'refused', why })
    }
  }
  async function take(found: readonly SentRule[]) {
    setPending(true)
    await onTake(found)
    setPending(false)
  }

  const found = stage.is === 'read' ? stage.read : null
  const over = found ? found.rules.filter((one) => rules.some((rule) => isAlike(rule, one))).length : 0
  const hasRules = found !== null && found.rules.length > 0
  return (
    <Dialog
      title={t.importTitle}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={hasRules}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          {hasRules && (
            <Button look="primary" isPending={isPending} onPress={() => void take(found.rules)}>
              {t.takeIn({ count: found.rules.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="rule-import">
        <p className="rule-quiet">{t.importWhy}</p>
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
          <Button icon="upload" isPending={stage.is === 'reading'} onPress={() => input.current?.click()}>
            {found || stage.is === 'refused' ? t.otherFile : t.chooseFile}
          </Button>
        </span>
        <div role="status">
          {stage.is === 'reading' && <p>{t.reading({ name: stage.name })}</p>}
          {stage.is === 'refused' && <p className="rule-wrong">{stage.why}</p>}
          {found && (
            <p className="rule-import-sum">
              <Icon name={hasRules ? 'check' : 'warning'} />
              {hasRules ? t.understood({ name: found.name, count: found.rules.length }) : t.nothing}
            </p>
          )}
          {hasRules && (
            <p className="rule-quiet">
              {t.fresh({ count: found.rules.length - over })} · {t.over({ count: over })}
            </p>
          )}
        </div>
        {found && found.wrong.length > 0 && (
          <>
            <p className="rule-wrong">{t.wrongRows({ count: found.wrong.length })}</p>
            <Rows
              label={t.why}
              heads={[t.inRow, t.inColumn, t.why]}
              rows={found.wrong.map(({ row, column, message }) => [String(row), column, message])}
            />
          </>
        )}
        {hasRules && (
          <Rows
            label={t.rules}
            heads={[t.alarm_name, t.condition]}
            rows={found.rules.map((rule) => [
              `${rule.alarm_level} ${alarmName(rule, lang)}`,
              conditionText(rule, points, { t, lang, format }),
            ])}
          />
        )}
      </div>
    </Dialog>
  )
}

interface RowsProps {
  label: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

function Rows({ label, heads, rows }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
    <section className="rule-import-rows" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
