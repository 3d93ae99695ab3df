import type { Kind, Text } from './kind.ts'
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
  dev_alias: string
  site_name: string
  site_address: string
  deployment_address: string
  contact_name: string
  contact_phone: string
  /** ICCID of its SIM card, 20 digits. */
  card_no: string
}

/** A world of the plant with the SNs that stand in it. */
export interface PlantSite {
  world: WorldKind
  sn_codes: readonly string[]
}

interface Place {
  alias: Text
  site_name: string
  site_address: string
  deployment_address: string
  contact_name: string
}

const PLACES: Record<string, Place> = {
  WW0001: place(
    '城东供水泵站',
    'Pump station',
    '城东水厂',
    '江苏省苏州市工业园区金鸡湖大道 1355 号',
    '一号泵房',
    '陈立新',
  ),
  WW0002: place('高位水池', 'Tank', '城东水厂', '江苏省苏州市工业园区金鸡湖大道 1355 号', '北侧高位水池', '陈立新'),
  CR0001: place('一号空压机', 'Compressor 1', '嘉定机械厂', '上海市嘉定区安亭镇墨玉南路 888 号', '空压站', '周建国'),
  CR0002: place('二号空压机', 'Compressor 2', '嘉定机械厂', '上海市嘉定区安亭镇墨玉南路 888 号', '空压站', '周建国'),
  BH0001: place('蒸汽锅炉', 'Boiler', '嘉定机械厂', '上海市嘉定区安亭镇墨玉南路 888 号', '锅炉房', '吴海峰'),
  HX0001: place('换热机组', 'Heat exchanger', '嘉定机械厂', '上海市嘉定区安亭镇墨玉南路 888 号', '换热站', '吴海峰'),
  TR0001: place(
    '沪A·D1208 冷链车',
    'Reefer truck',
    '青浦冷链中心',
    '上海市青浦区华新镇新协路 1218 号',
    '车队一组',
    '孙志强',
  ),
  PV0001: place(
    '屋顶光伏逆变器',
    'Inverter',
    '嘉兴光伏电站',
    '浙江省嘉兴市南湖区亚太路 705 号',
    '二号厂房屋顶',
    '沈晓燕',
  ),
  GW0001: place('水厂网关', 'Gateway 1', '城东水厂', '江苏省苏州市工业园区金鸡湖大道 1355 号', '中控室', '陈立新'),
  GW0002: place('电站网关', 'Gateway 2', '嘉兴光伏电站', '浙江省嘉兴市南湖区亚太路 705 号', '配电房', '沈晓燕'),
  AH0001: place('三层空调机组', 'Air handler', '虹桥办公楼', '上海市闵行区申长路 688 号', '三层机房', '林佳慧'),
  CT0001: place('楼顶冷却塔', 'Cooling tower', '虹桥办公楼', '上海市闵行区申长路 688 号', '楼顶', '林佳慧'),
}

function place(
  zh: string,
  en: string,
  site_name: string,
  site_address: string,
  deployment_address: string,
  contact_name: string,
): Place {
  return { alias: { zh, en }, site_name, site_address, deployment_address, contact_name }
}

const TOWNS = ['上海市松江区', '江苏省无锡市新吴区', '浙江省湖州市吴兴区', '江苏省南通市崇川区', '浙江省绍兴市柯桥区']

/** Where the nth repetition of the plant stands. */
function branch(kind: Kind, set: number): Place {
  const town = TOWNS[set % TOWNS.length] ?? ''
  return {
    alias: { zh: `${kind.module_name.zh} ${set}`, en: '' },
    site_name: `${town.slice(3, 5)}第 ${set} 站`,
    site_address: `${town}创新路 ${100 + set} 号`,
    deployment_address: kind.group.zh,
    contact_name: '值班室',
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
  const { alias, ...where } = PLACES[sn_code] ?? branch(kind, Number(sn_code.slice(2, -2)))
  return {
    sn_code,
    password: `device-${sn_code}`,
    kind,
    dev_alias: `${alias.zh} ${alias.en}`.trim(),
    ...where,
    contact_phone: `1390000${String(own % 10_000).padStart(4, '0')}`,
    // 89 telecom, 86 China, 00 operator, then 14 digits of its own.
    card_no: `898600${String(Math.floor(chance(own, 1) * 1e14)).padStart(14, '0')}`,
  }
}
