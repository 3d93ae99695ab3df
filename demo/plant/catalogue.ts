import { both, type Kind, type Text } from './kind.ts'
import { chance, seedOf } from './random.ts'
import { plantWorlds, type WorldKind } from './worlds.ts'

/** Every kind of device in the plant, once. */
export const plantKinds: readonly Kind[] = [...new Set(plantWorlds.flatMap((world) => world.kinds))]

/** What is written on a device and entered when it is registered. */
export interface PlantDevice {
  sn_code: string
  /** The password it connects with, derived from its own name: this is a demo. */
  password: string
  kind: Kind
  dev_alias: Text
  site_name: Text
  site_address: Text
  deployment_address: Text
  contact_name: Text
  contact_phone: string
  /** ICCID of its SIM card, 20 digits. */
  card_no: string
}

/** A world of the plant with the SNs that stand in it. */
export interface PlantSite {
  world: WorldKind
  sn_codes: readonly string[]
}

/** Where a device stands, in the words of its organisation's language. */
type Place = Pick<PlantDevice, 'dev_alias' | 'site_name' | 'site_address' | 'deployment_address' | 'contact_name'>
type Site = Pick<Place, 'site_name' | 'site_address'>

const site = (zh: string, en: string, address: string, address_en: string): Site => ({
  site_name: both(zh, en),
  site_address: both(address, address_en),
})

const place = (dev_alias: Text, where: Site, deployment_address: Text, contact_name: Text): Place => ({
  ...where,
  dev_alias,
  deployment_address,
  contact_name,
})

const WATER_WORKS = site(
  '城东水厂',
  'East water works',
  '江苏省苏州市工业园区金鸡湖大道 1355 号',
  '1355 Jinjihu Avenue, Suzhou',
)
const FACTORY = site(
  '嘉定机械厂',
  'Jiading machine works',
  '上海市嘉定区安亭镇墨玉南路 888 号',
  '888 South Moyu Road, Shanghai',
)
const DEPOT = site(
  '青浦冷链中心',
  'Qingpu cold store',
  '上海市青浦区华新镇新协路 1218 号',
  '1218 Xinxie Road, Shanghai',
)
const SOLAR = site('嘉兴光伏电站', 'Jiaxing solar plant', '浙江省嘉兴市南湖区亚太路 705 号', '705 Yatai Road, Jiaxing')
const OFFICE = site('虹桥办公楼', 'Hongqiao offices', '上海市闵行区申长路 688 号', '688 Shenchang Road, Shanghai')

const CHEN = both('陈立新', 'Chen Lixin')
const ZHOU = both('周建国', 'Zhou Jianguo')
const WU = both('吴海峰', 'Wu Haifeng')
const SUN = both('孙志强', 'Sun Zhiqiang')
const SHEN = both('沈晓燕', 'Shen Xiaoyan')
const LIN = both('林佳慧', 'Lin Jiahui')

const PLACES: Record<string, Place> = {
  WW0001: place(both('城东供水泵站', 'East pump station'), WATER_WORKS, both('一号泵房', 'Pump house 1'), CHEN),
  WW0002: place(both('高位水池', 'Elevated tank'), WATER_WORKS, both('北侧高位水池', 'North side'), CHEN),
  CR0001: place(both('一号空压机', 'Compressor 1'), FACTORY, both('空压站', 'Compressor room'), ZHOU),
  CR0002: place(both('二号空压机', 'Compressor 2'), FACTORY, both('空压站', 'Compressor room'), ZHOU),
  BH0001: place(both('蒸汽锅炉', 'Steam boiler'), FACTORY, both('锅炉房', 'Boiler house'), WU),
  HX0001: place(both('换热机组', 'Heat exchanger'), FACTORY, both('换热站', 'Heat exchange station'), WU),
  TR0001: place(both('沪A·D1208 冷链车', 'Reefer truck 1208'), DEPOT, both('车队一组', 'Fleet 1'), SUN),
  PV0001: place(both('屋顶光伏逆变器', 'Rooftop inverter'), SOLAR, both('二号厂房屋顶', 'Roof of hall 2'), SHEN),
  GW0001: place(both('水厂网关', 'Water works gateway'), WATER_WORKS, both('中控室', 'Control room'), CHEN),
  GW0002: place(both('电站网关', 'Solar plant gateway'), SOLAR, both('配电房', 'Switch room'), SHEN),
  AH0001: place(both('三层空调机组', 'Air handler, floor 3'), OFFICE, both('三层机房', 'Plant room, floor 3'), LIN),
  CT0001: place(both('楼顶冷却塔', 'Rooftop cooling tower'), OFFICE, both('楼顶', 'Roof'), LIN),
}

const TOWNS = [
  ['上海市松江区', 'Songjiang'],
  ['江苏省无锡市新吴区', 'Xinwu'],
  ['浙江省湖州市吴兴区', 'Wuxing'],
  ['江苏省南通市崇川区', 'Chongchuan'],
  ['浙江省绍兴市柯桥区', 'Keqiao'],
] as const

/** Where the nth repetition of the plant stands. */
function branch({ module_name, group }: Kind, set: number): Place {
  const [town, town_en] = TOWNS[set % TOWNS.length] as (typeof TOWNS)[number]
  return {
    dev_alias: both(`${module_name.zh} ${set}`, `${module_name.en} ${set}`),
    site_name: both(`${town.slice(3, 5)}第 ${set} 站`, `${town_en} site ${set}`),
    site_address: both(`${town}创新路 ${100 + set} 号`, `${100 + set} Chuangxin Road, ${town_en}`),
    deployment_address: group,
    contact_name: both('值班室', 'Control room'),
  }
}

/** The sites of a plant of at least `count` devices, whole worlds in the order of their SNs. */
export function plantSites(count: number): PlantSite[] {
  const sites: PlantSite[] = []
  let placed = 0
  for (let set = 0; placed < count; set++) {
    for (const site of sitesOf(set)) {
      if (placed >= count) break
      sites.push(site)
      placed += site.sn_codes.length
    }
  }
  return sites
}

/** The sites of one repetition of the plant; 0 is the named one. */
export function sitesOf(set: number): PlantSite[] {
  const taken: Record<string, number> = {}
  return plantWorlds.map((world) => ({
    world,
    sn_codes: world.kinds.map(({ sn_prefix }) => {
      taken[sn_prefix] = (taken[sn_prefix] ?? 0) + 1
      return `${sn_prefix}${String(set).padStart(2, '0')}${String(taken[sn_prefix]).padStart(2, '0')}`
    }),
  }))
}

/** The first `count` devices of the plant: the named ones, then repetitions such as WW0101. */
export function plantDevices(count: number, seed: number): PlantDevice[] {
  return devicesAt(plantSites(count), seed).slice(0, count)
}

/** The devices of one repetition of the plant. */
export const plantDevicesOf = (set: number, seed: number): PlantDevice[] => devicesAt(sitesOf(set), seed)

const devicesAt = (sites: readonly PlantSite[], seed: number): PlantDevice[] =>
  sites.flatMap(({ world, sn_codes }) =>
    sn_codes.map((sn_code, n) => plantDevice(world.kinds[n] as Kind, sn_code, seed)),
  )

function plantDevice(kind: Kind, sn_code: string, seed: number): PlantDevice {
  const own = seedOf(seed, sn_code)
  const where = PLACES[sn_code] ?? branch(kind, Number(sn_code.slice(2, -2)))
  return {
    sn_code,
    password: `device-${sn_code}`,
    kind,
    ...where,
    contact_phone: `1390000${String(own % 10_000).padStart(4, '0')}`,
    // 89 telecom, 86 China, 00 operator, then 14 digits of its own.
    card_no: `898600${String(Math.floor(chance(own, 1) * 1e14)).padStart(14, '0')}`,
  }
}
