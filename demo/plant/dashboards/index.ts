import type { Api } from '../api.ts'
import { both, foundBy, type Language, namesOf, type Text } from '../kind.ts'
import { boiler } from '../kinds/boiler.ts'
import { compressor } from '../kinds/compressor.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { tank } from '../kinds/tank.ts'
import { type Document, inLanguage } from '../screens/document.ts'
import { overviewDashboard } from './overview.ts'
import { pumpStationDashboard } from './pump-station.ts'

export interface PlantDashboard {
  name: Text
  /** The template whose devices it shows, each by itself; null for one of the organisation. */
  of: Text | null
  /** Templates of the devices that it names: without them it would show nothing. */
  templates: readonly Text[]
  document(): Document
}

export const plantDashboards: readonly PlantDashboard[] = [
  {
    name: both('厂区总览', 'Plant overview'),
    of: null,
    templates: [pumpStation, tank, boiler, compressor].map(({ module_name }) => module_name),
    document: overviewDashboard,
  },
  {
    name: both('泵站运行', 'Station operation'),
    of: pumpStation.module_name,
    templates: [pumpStation.module_name],
    document: pumpStationDashboard,
  },
]

/** Creates the dashboards that the organisation lacks. One that is there stays as it is: somebody may have drawn on it. */
export async function ensureDashboards(
  api: Api,
  templates: ReadonlyMap<string, number>,
  language: Language,
): Promise<void> {
  const there = (await api.call('GET', '/yun/dashboard', { of: 'all' })) as { dashboard_name: string }[]
  const known = new Set(there.map(({ dashboard_name }) => dashboard_name))
  for (const { name, of, templates: needed, document } of plantDashboards) {
    const idOf = (text: Text) => foundBy(namesOf(text, language), templates)
    if (namesOf(name, language).some((one) => known.has(one))) continue
    if (needed.some((text) => idOf(text) === undefined)) continue
    const template_id = of === null ? null : idOf(of)
    const drawn = inLanguage(document(), language)
    await api.call('POST', '/yun/dashboard', { dashboard_name: name[language], template_id, document: drawn })
  }
}
