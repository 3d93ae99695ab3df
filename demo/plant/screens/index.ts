import { both, type Language, namesOf, type Text } from '../kind.ts'
import { boiler } from '../kinds/boiler.ts'
import { compressor } from '../kinds/compressor.ts'
import { pumpStation } from '../kinds/pump-station.ts'
import { boilerScreen } from './boiler.ts'
import { compressorScreen } from './compressor.ts'
import { type Document, inLanguage } from './document.ts'
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
  /** By which each of both is found. */
  names: { module: readonly string[]; screen: readonly string[] }
  variant: 'desktop' | 'mobile'
  /** What the template opens with, though others are made before: those that it leads to. */
  isStart: boolean
  /** `idOf` gives the screens that stand before it. */
  document(idOf: (module_name: string, screen_name: string) => number): Document
}

const [STATION, BOILER, COMPRESSOR] = [pumpStation.module_name, boiler.module_name, compressor.module_name]
const OVERVIEW = both('全厂总览', 'Plant overview')
const MAIN = both('主画面', 'Main')
const COLOURED = both('彩色', 'Coloured')
const TOTALS = both('运行统计', 'Totals')
const MOBILE = both('手机', 'Mobile')
const MOBILE_COLOURED = both('手机彩色', 'Mobile coloured')

type IdOf = (module_name: Text, screen_name: Text) => number

/** A screen before it is known in which language the organisation names its things. */
interface NamedScreen extends Omit<PlantScreen, 'module_name' | 'screen_name' | 'names' | 'document'> {
  module_name: Text
  screen_name: Text
  document(idOf: IdOf): Document
}

const screen = (
  module_name: Text,
  screen_name: Text,
  document: NamedScreen['document'],
  more: Partial<NamedScreen> = {},
): NamedScreen => ({
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

const destinations = (idOf: IdOf) => ({
  'pump-station': idOf(STATION, MAIN),
  boiler: idOf(BOILER, MAIN),
  compressor: idOf(COMPRESSOR, MAIN),
})

const SCREENS: readonly NamedScreen[] = [
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

/** The screens of the plant's templates with their names and words in `language`; what one leads to stands before it. */
export const plantScreens = (language: Language): PlantScreen[] =>
  SCREENS.map(({ module_name, screen_name, document, ...more }) => ({
    ...more,
    module_name: module_name[language],
    screen_name: screen_name[language],
    names: { module: namesOf(module_name, language), screen: namesOf(screen_name, language) },
    document: (idOf) =>
      inLanguage(
        document((of, name) => idOf(of[language], name[language])),
        language,
      ),
  }))
