import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { PointOfFile } from '../../../core/contract/template.ts'
import type { Db } from '../db/db.ts'
import { YES_WORDS } from '../files/file-cells.ts'
import { rowsOfFile, sheetFile } from '../files/sheet-files.ts'
import type { Cell } from '../files/spreadsheet.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { ACCESS_WORDS, COLUMN_NAMES, type Column, enumCell, headingOf, TYPE_WORDS } from './points-file-columns.ts'
import { pointsIn } from './points-file-rows.ts'
import { itemsOf, pointsOf, shownTemplate } from './rows.ts'

export interface PointsFileParts {
  db: Db
  fleet: Fleet
}

/** Answers of the template domain that write and read files of points. */
export const pointsFileAnswers = ({
  db,
  fleet,
}: PointsFileParts): Pick<Answers<Contract['template'], Caller>, 'exportPoints' | 'readPoints'> => ({
  async exportPoints({ template_id, format, lang }, caller) {
    return sheetFile(caller, format, async () => {
      const { module_name: name, points } = await db.tenant(caller.tenant_id, async (q) => {
        const { module_name } = await shownTemplate(q, fleet, caller, template_id)
        const names = new Map((await itemsOf(q, template_id)).map(({ item_id, item_name }) => [item_id, item_name]))
        const points = await pointsOf(q, template_id)
        return { module_name, points: points.map((point) => ({ ...point, item_name: names.get(point.item_id ?? 0) })) }
      })
      const rows = points.map((point) => COLUMN_NAMES.map((column) => cellOf(point, column, lang)))
      return { name, sheet: { name, heading: headingOf(lang), rows } }
    })
  },

  async readPoints({ file }, caller) {
    return pointsIn(await rowsOfFile(file, caller.tenant_id), caller.lang)
  },
})

function cellOf(point: PointOfFile, name: Column, lang: 'zh' | 'en'): Cell {
  if (name === 'data_type') return TYPE_WORDS[point.data_type][lang]
  if (name === 'access') return ACCESS_WORDS[point.access][lang]
  if (name === 'enum_text') return point.enum_text ? enumCell(point.enum_text) : null
  const value = point[name] ?? null
  return typeof value === 'boolean' ? YES_WORDS[`${value}`][lang] : value
}
