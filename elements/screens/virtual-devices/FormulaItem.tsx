import { useElement, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { pointName } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'
import { FormulaFields } from './FormulaFields.tsx'
import type { FormulaItemProps } from './formula-item.ts'
import { NowValue } from './NowValue.tsx'

/** A point in a line, with its result; its fields below while it is open. */
export function FormulaItem(props: FormulaItemProps) {
  const { row, isFirst, isLast, isOpen, wrong, soon, onToggle, onMove, onRemove } = props
  const t = useText(text)
  const { lang } = useElement()
  const called = pointName({ name: row.name.trim(), name_en: row.name_en.trim() || null }, lang)
  const name = called || t.unnamed
  const devices = props.sources.flatMap(({ sn_code, dev_alias }) =>
    row.formula.includes(`${sn_code}.`) ? [dev_alias] : [],
  )
  const said = wrong && Object.values(wrong).find((one) => typeof one === 'string')
  return (
    <li className="formula-row" data-formula={row.id} data-wrong={said ? true : undefined}>
      <div className="formula-line">
        <span className="formula-names">
          <button type="button" className="formula-name" aria-expanded={isOpen} onClick={onToggle}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            <span className={called ? undefined : 'virtual-quiet'}>{name}</span>
          </button>
          <code className="formula-key">{row.key}</code>
        </span>
        <span className="formula-from">
          <code className="formula-source">{row.formula}</code>
          {devices.length > 0 && <span className="formula-devices">{devices.join(' · ')}</span>}
        </span>
        <span className="formula-now">
          <NowValue row={row} tried={props.tried} alarm={props.alarm} problem={soon?.formula} />
        </span>
        <span className="formula-moves">
          <IconButton icon="arrow-up" label={t.up({ name })} onPress={() => onMove(-1)} isDisabled={isFirst} />
          <IconButton icon="arrow-down" label={t.down({ name })} onPress={() => onMove(1)} isDisabled={isLast} />
          <IconButton icon="trash" label={t.remove({ name })} onPress={onRemove} />
        </span>
      </div>
      {said && !isOpen && <p className="formula-note virtual-wrong">{said}</p>}
      {props.isHistoryLost && <p className="formula-note virtual-warned">{t.historyLost}</p>}
      {isOpen && <FormulaFields {...props} />}
    </li>
  )
}
