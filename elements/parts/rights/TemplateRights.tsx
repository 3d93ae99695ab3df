import { useState } from 'react'
import type { Givable } from '../../../core/contract/role.ts'
import { type Rights, setItem, setTemplate } from '../../../core/rules/rights-tree.ts'
import { useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { matches } from './TreeBar.tsx'
import { text } from './text.ts'

type Template = Givable['templates'][number]

/** From here on, a list is searched rather than read. */
const SEARCHED_FROM = 9

interface TemplateRightsProps {
  value: Rights
  byRole: Rights
  templates: readonly Template[]
  isReadOnly: boolean
  onChange: (value: Rights) => void
}

/** Using and changing by template; below one that is used, its permission items. */
export function TemplateRights({ value, byRole, templates, isReadOnly, onChange }: TemplateRightsProps) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  if (templates.length === 0) return <p className="rights-note">{t.noTemplates}</p>
  const left = templates.filter(({ module_name }) => matches(search, module_name))
  return (
    <>
      {templates.length >= SEARCHED_FROM && (
        <div className="rights-bar">
          <SearchField value={search} onChange={setSearch} />
        </div>
      )}
      {left.length === 0 && <p className="rights-note">{t.noMatch}</p>}
      <ul className="rights-templates">
        {left.map((template) => (
          <TemplateRow
            key={template.template_id}
            template={template}
            value={value}
            byRole={byRole}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        ))}
      </ul>
    </>
  )
}

interface TemplateRowProps extends Omit<TemplateRightsProps, 'templates'> {
  template: Template
}

function TemplateRow({ template, value, byRole, isReadOnly, onChange }: TemplateRowProps) {
  const t = useText(text)
  const { template_id, module_name, may_write, items } = template
  const rightIn = ({ template_rights }: Rights) => template_rights.find((right) => right.template_id === template_id)
  const [own, ofRole] = [rightIn(value), rightIn(byRole)]
  const isUsed = own !== undefined || ofRole !== undefined
  const hasItem = ({ item_rights }: Rights, item_id: number) =>
    item_rights.some((item) => item.template_id === template_id && item.item_id === item_id)
  const box = (what: 'use' | 'change', isOwn: boolean, isByRole: boolean, isHeld: boolean) => (
    <span className="rights-template-box" title={isHeld || isByRole ? undefined : t.notHeld}>
      <Checkbox
        isSelected={isOwn || isByRole}
        isDisabled={isReadOnly || isByRole || !isHeld}
        onChange={(isOn) => onChange(setTemplate(value, template_id, what, isOn))}
      >
        <span className="sg-hidden-visually">{t.cellOf({ what: '', name: module_name })}</span>
        {t[what]}
      </Checkbox>
      {isByRole && <Badge>{t.byRole}</Badge>}
      {!isHeld && !isByRole && <span className="rights-note">{t.notHeldShort}</span>}
    </span>
  )
  return (
    <li className="rights-template">
      <div className="rights-template-head">
        <span className="rights-name">{module_name}</span>
        {box('use', own !== undefined, ofRole !== undefined, true)}
        {box('change', own?.may_write ?? false, ofRole?.may_write ?? false, may_write)}
      </div>
      {isUsed && items.length > 0 && (
        <fieldset className="rights-items">
          <legend className="sg-hidden-visually">{t.items({ name: module_name })}</legend>
          {items.map(({ item_id, item_name }) => {
            const isByRole = hasItem(byRole, item_id)
            return (
              <span key={item_id} className="rights-template-box">
                <Checkbox
                  isSelected={isByRole || hasItem(value, item_id)}
                  isDisabled={isReadOnly || isByRole}
                  onChange={(isOn) => onChange(setItem(value, template_id, item_id, isOn))}
                >
                  {item_name}
                </Checkbox>
                {isByRole && <Badge>{t.byRole}</Badge>}
              </span>
            )
          })}
        </fieldset>
      )}
    </li>
  )
}
