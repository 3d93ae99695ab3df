import { useMemo } from 'react'
import type { Client } from '../../../core/connection/client.ts'
import type { Template } from '../../../core/contract/template.ts'
import { useConnection } from '../../define/index.ts'
import { useCall } from '../../parts/use-call.ts'

const PAGE = 100
/** More than anybody's quota of templates. */
const PAGES = 20

const every =
  ({ template }: Client) =>
  async (_input: object, options?: { signal?: AbortSignal }): Promise<Template[]> => {
    const found: Template[] = []
    for (let page = 1; page <= PAGES; page++) {
      const { rows, total } = await template.list(
        { page, page_size: PAGE, module_type: 'standard', sort: 'module_name' },
        options,
      )
      found.push(...rows)
      if (rows.length === 0 || found.length >= total) break
    }
    return found
  }

/** The templates that devices can be bound to, by name. */
export function useAllTemplates() {
  const { api } = useConnection()
  const call = useMemo(() => every(api), [api])
  return useCall(call, {})
}
