import type { Template } from '../../contract/template.ts'
import { collection } from '../collection.ts'

const PAGE = 100
/** More than anybody's quota of templates. */
const PAGES = 20

/** All templates of a type, by name. */
export const templatesOf = collection({
  async load({ template }, { module_type }: Pick<Template, 'module_type'>, options) {
    const found: Template[] = []
    for (let page = 1; page <= PAGES; page++) {
      const { rows, total } = await template.list({ page, page_size: PAGE, module_type, sort: 'module_name' }, options)
      found.push(...rows)
      if (rows.length === 0 || found.length >= total) break
    }
    return found
  },
  changedBy: ['template'],
})

/** The groups that templates are in. */
export const templateGroups = collection({
  load: ({ template }, _, options) => template.groups({}, options),
  changedBy: ['template'],
})
