// Ten devices with five elements each.
const devices = [
  ['WW0001', 'flow'],
  ['WW0002', 'level'],
  ['CR0001', 'pressure'],
  ['CR0002', 'pressure'],
  ['CT0001', 'water_flow'],
  ['BH0001', 'pressure'],
  ['HX0001', 'flow'],
  ['PV0001', 'ac_power'],
  ['AH0001', 'humidity'],
  ['GW0001', 'cpu'],
]
const wall = document.querySelector('#wall')
for (const [sn, point] of devices) {
  const row = document.createElement('section')
  for (const tag of ['sg-status', 'sg-value', 'sg-gauge', 'sg-trend', 'sg-value']) {
    const element = document.createElement(tag)
    element.setAttribute('sn', sn)
    if (tag !== 'sg-status') element.setAttribute('point', point)
    row.append(element)
  }
  wall.append(row)
}
