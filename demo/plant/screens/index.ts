import { boiler } from '../kinds/boiler.ts'
import { compressor } from '../kinds/compressor.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { boilerScreen } from './boiler.ts'
import { compressorScreen } from './compressor.ts'
import type { Document } from './document.ts'
import { overviewScreen } from './overview.ts'
import { pumpStationScreen } from './pump-station.ts'
import { pumpStationMobileScreen } from './pump-station-mobile.ts'
import { pumpTotalsScreen } from './pump-totals.ts'

export interface PlantScreen {
  /** The template's name. */
  module_name: string
  /** For one device of many, or for devices that it names. */
  module_type: 'standard' | 'nonstandard'
  screen_name: string
  variant: 'desktop' | 'mobile'
  /** What the template opens with, though others are made before: those that it leads to. */
  isStart: boolean
  /** `idOf` gives the screens that stand before it. */
  document(idOf: (module_name: string, screen_name: string) => number): Document
}

const [STATION, BOILER, COMPRESSOR] = [pumpStation, boiler, compressor].map(({ module_name }) => module_name.zh) as [
  string,
  string,
  string,
]
const OVERVIEW = '全厂总览'
const MAIN = '主画面 Main'
const COLOURED = '彩色 Coloured'
const TOTALS = '运行统计 Totals'
const MOBILE = '手机 Mobile'
const MOBILE_COLOURED = '手机彩色 Mobile coloured'

const screen = (
  module_name: string,
  screen_name: string,
  document: PlantScreen['document'],
  more: Partial<PlantScreen> = {},
): PlantScreen => ({
  module_name,
  screen_name,
  document,
  module_type: 'standard',
  variant: 'desktop',
  isStart: false,
  ...more,
})

const mobile = { variant: 'mobile' } as const
const start = { isStart: true } as const
const ofAll = { module_type: 'nonstandard' } as const

const destinations = (idOf: (module_name: string, screen_name: string) => number) => ({
  'pump-station': idOf(STATION, MAIN),
  boiler: idOf(BOILER, MAIN),
  compressor: idOf(COMPRESSOR, MAIN),
})

/** The screens of the plant's templates; what one leads to stands before it. */
export const plantScreens: readonly PlantScreen[] = [
  screen(STATION, TOTALS, pumpTotalsScreen),
  screen(STATION, MAIN, (idOf) => pumpStationScreen('grey', idOf(STATION, TOTALS)), start),
  screen(STATION, COLOURED, (idOf) => pumpStationScreen('coloured', idOf(STATION, TOTALS))),
  screen(STATION, MOBILE, () => pumpStationMobileScreen('grey'), { ...mobile, ...start }),
  screen(STATION, MOBILE_COLOURED, () => pumpStationMobileScreen('coloured'), mobile),
  screen(BOILER, MAIN, () => boilerScreen('grey'), start),
  screen(BOILER, COLOURED, () => boilerScreen('coloured')),
  screen(COMPRESSOR, MAIN, () => compressorScreen('grey'), start),
  screen(COMPRESSOR, COLOURED, () => compressorScreen('coloured')),
  screen(OVERVIEW, MAIN, (idOf) => overviewScreen('grey', destinations(idOf)), { ...ofAll, ...start }),
  screen(OVERVIEW, COLOURED, (idOf) => overviewScreen('coloured', destinations(idOf)), ofAll),
]
