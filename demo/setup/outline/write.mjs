// Writes elements/parts/map/outline.json, the outline of the world that ships with the kit. Its sources, but for the
// world's coasts and borders, are no dependencies of the project: unpack `@surbowl/world-geo-json-zh` 2.1.5 and
// `echarts` 4.9.0, as `npm pack` brings them, and name the folders.
//   node demo/setup/outline/write.mjs <world-geo-json-zh> <echarts>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { feature } from 'topojson-client'
import { joined, packed } from './lines.mjs'
import { CAPITALS, ISLANDS, MAIN_CITIES, PROVINCES, WORLD_CITIES } from './names.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const [worldZh, echarts] = process.argv.slice(2)
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const atlas = read(join(ROOT, 'node_modules/world-atlas/countries-50m.json'))
const landAtlas = read(join(ROOT, 'node_modules/world-atlas/land-50m.json'))
const zh = read(join(worldZh, 'world.zh.json'))

/** China, Taiwan, Hong Kong, Macao. */
const CHINA = new Set(['156', '158', '344', '446'])
/** Rings smaller than this are left out, square degrees; islands of China stay, however small. */
const SMALLEST = 0.004
const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates)
const areaOf = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0),
  ) / 2
const largest = (geometry) =>
  polygonsOf(geometry)
    .map(([ring]) => ring)
    .sort((a, b) => areaOf(b) - areaOf(a))[0]
const middle = (ring) => {
  let [sum, x, y] = [0, 0, 0]
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]
    const cross = ax * by - bx * ay
    sum += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  })
  return [x / (3 * sum), y / (3 * sum)]
}
const place = ([lng, lat]) => [Number(lng.toFixed(3)), Number(lat.toFixed(3))]

// Coasts.
const nearChina = ([lng, lat]) => lng > 105 && lng < 127 && lat > 3 && lat < 42
const rings = feature(landAtlas, landAtlas.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry).flat())
/** Exact to half a kilometre around China, to two kilometres elsewhere. */
const toleranceAt = ([lng, lat]) => (lng > 70 && lng < 146 && lat > 0 && lat < 55 ? 2 : 9)
/** The atlas lets rings cross the date line: here they go on beyond it. */
function unwrapped(ring) {
  let turn = 0
  const whole = ring.map(([lng, lat], i) => {
    const step = i > 0 ? lng - ring[i - 1][0] : 0
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    return [lng + turn, lat]
  })
  const mean = whole.reduce((sum, [lng]) => sum + lng, 0) / whole.length
  const back = 360 * Math.round(mean / 360)
  return whole.map(([lng, lat]) => [lng - back, lat])
}
const isAntarctic = (ring) => ring.every(([, lat]) => lat < -60)
const land = rings
  .filter((ring) => areaOf(ring) > (nearChina(ring[0]) ? SMALLEST : 4 * SMALLEST) && !isAntarctic(ring))
  .map(unwrapped)
  .flatMap((ring) => {
    const line = packed(ring, toleranceAt)
    return line.length > 6 ? [line] : []
  })

// Borders between other countries; each arc of the atlas that two of them share.
const users = new Map()
for (const country of atlas.objects.countries.geometries)
  for (const arc of (country.arcs ?? []).flat(3)) {
    const id = arc < 0 ? ~arc : arc
    users.set(id, [...(users.get(id) ?? []), country.id])
  }
const { scale, translate } = atlas.transform
const arcLine = (id) => {
  let [x, y] = [0, 0]
  return atlas.arcs[id].map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}
const shared = [...users].filter(([, of]) => of.length > 1)
const isChinas = ([, of]) => of.some((id) => CHINA.has(id))
const borders = shared.filter((arc) => !isChinas(arc)).map(([id]) => packed(arcLine(id), toleranceAt))

// Provinces of China, and its border as Chinese maps draw it.
const provinces = read(join(echarts, 'map/json/china.json')).features
const decoded = (text, [startX, startY]) => {
  let [x, y] = [startX, startY]
  const step = (code) => ((code - 64) >> 1) ^ -((code - 64) & 1)
  return Array.from({ length: text.length / 2 }, (_, i) => {
    x += step(text.charCodeAt(i * 2))
    y += step(text.charCodeAt(i * 2 + 1))
    return [x / 1024, y / 1024]
  })
}
const ringsOf = ({ geometry: { type, coordinates, encodeOffsets } }) =>
  type === 'Polygon'
    ? coordinates.map((text, i) => decoded(text, encodeOffsets[i]))
    : coordinates.flatMap((polygon, i) => polygon.map((text, k) => decoded(text, encodeOffsets[i][k])))
const edges = new Map()
for (const province of provinces)
  for (const ring of ringsOf(province))
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]
      const key = [a, b].map(String).sort().join(' ')
      if (String(a) !== String(b)) edges.set(key, { edge: [a, b], count: (edges.get(key)?.count ?? 0) + 1 })
    })
const chinasArcs = shared
  .filter((arc) => isChinas(arc) && arc[1].some((id) => !CHINA.has(id)))
  .flatMap(([id]) => arcLine(id))
/** An outer edge is a border, and no coast, where the atlas has a border near it, or in southern Tibet. */
const isBorder = ([[ax, ay], [bx, by]]) => {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
  if (x > 91.4 && x < 97.6 && y > 26.4 && y < 29.6) return true
  return chinasArcs.some(([lng, lat]) => Math.hypot(lng - x, lat - y) < 0.3)
}
const outer = [...edges.values()].filter(({ count }) => count === 1).map(({ edge }) => edge)
const inner = [...edges.values()].filter(({ count }) => count > 1).map(({ edge }) => edge)
const chinaBorders = joined(outer.filter(isBorder))
  .filter((line) => line.length > 3)
  .map((line) => packed(line))
const provinceLines = joined(inner).map((line) => packed(line))

// Islands of the South China Sea, Diaoyu Dao, and the dashes around the former.
const chinaZh = polygonsOf(zh.features.find(({ properties }) => properties.iso_a3 === 'CHN').geometry).map(
  ([ring]) => ring,
)
const spanOf = (ring, at) => Math.max(...ring.map((p) => p[at])) - Math.min(...ring.map((p) => p[at]))
const small = chinaZh.filter((ring) => areaOf(ring) < 0.5 && !(ring[0][0] < 112 && ring[0][1] > 18))
/** The first of them stands among the islands. */
const isDash = (ring) => Math.max(spanOf(ring, 0), spanOf(ring, 1)) > 0.5 && ring[0][0] !== 113.896887
const dashes = small.filter(isDash).map((ring) => packed(ring, () => 0.1))
const islands = small.filter((ring) => !isDash(ring)).map((ring) => packed(ring, () => 0.1))

// Names: [zh, en, lng, lat, rank], the most important of rank 0.
const english = new Map(atlas.objects.countries.geometries.map(({ id, properties }) => [id, properties.name]).reverse())
const countries = zh.features.flatMap(({ properties: { name, iso_n3 }, geometry }) => {
  const ring = largest(geometry)
  const area = areaOf(ring)
  const en = english.get(iso_n3)
  if (!en || area < 1.5 || iso_n3 === '010') return []
  const at = iso_n3 === '156' ? [103.4, 36.2] : middle(ring)
  return [
    [
      name,
      en.replace('Dem. Rep.', 'DR').replace('Bosnia and Herz.', 'Bosnia'),
      ...place(at),
      area > 150 ? 0 : area > 25 ? 1 : 2,
    ],
  ]
})
const provinceNames = provinces.map((province) => {
  const { name } = province.properties
  return [name, PROVINCES[name], ...place(middle(ringsOf(province).sort((a, b) => areaOf(b) - areaOf(a))[0]))]
})
const districts = readFileSync(join(ROOT, 'demo/server/devices/districts.tsv'), 'utf8')
const englishOf = new Map(
  [...districts.matchAll(/\d{6} (\S+) ([^\t\n]+)/g)].map(([, name, en]) => [
    name,
    en.replace(/ (City|Prefecture)$/, ''),
  ]),
)
const prefectures = read(join(echarts, 'map/json/china-cities.json')).features.map(({ properties }) => properties)
const placeOfCity = new Map([...prefectures.map(({ name, cp }) => [name, cp]), ['台北', [121.56, 25.04]]])
const capitals = provinces.map(({ properties: { name, cp } }) => {
  const names = CAPITALS[name]
  return [...names, ...place(placeOfCity.get(names[0]) ?? cp), 0]
})
const known = new Set(capitals.map(([name]) => name))
const cities = prefectures.flatMap(({ name, cp }) => {
  const en = englishOf.get(`${name}市`)
  return known.has(name) || !en ? [] : [[name, en, ...place(cp), MAIN_CITIES.has(name) ? 1 : 2]]
})

const outline = {
  land,
  islands,
  borders,
  chinaBorders,
  provinceLines,
  dashes,
  countries,
  provinces: provinceNames,
  cities: [...capitals, ...WORLD_CITIES, ...cities],
  seas: ISLANDS,
}
const text = JSON.stringify(outline)
writeFileSync(join(ROOT, 'elements/parts/map/outline.json'), `${text}\n`)
for (const [name, rows] of Object.entries(outline))
  console.log(name, rows.length, gzipSync(JSON.stringify(rows)).length)
console.log('all', text.length, gzipSync(text, { level: 9 }).length)
