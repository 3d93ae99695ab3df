import { useSheet } from '../../../define/index.ts'
import bindingSheet from '../binding/bindings.css?sheet'
import listSheet from '../versions/lists.css?sheet'
import fieldSheet from './fields.css?sheet'
import panelSheet from './panels.css?sheet'

/** What panels and their dialogs look like: fetched with the first of them. */
export function usePanelSheets(): void {
  useSheet(panelSheet)
  useSheet(fieldSheet)
  useSheet(bindingSheet)
  useSheet(listSheet)
}
