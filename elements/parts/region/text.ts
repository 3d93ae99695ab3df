import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  region: ['所在地区', 'Region'],
  province: ['省', 'Province'],
  city: ['市', 'City'],
  area: ['区县', 'District'],
  elsewhere: ['中国以外', 'Outside China'],
  allRegions: ['全部地区', 'All regions'],
  allCities: ['全部城市', 'All cities'],
  allAreas: ['全部区县', 'All districts'],
  unspecified: ['不指定', 'Not specified'],
  regionText: ['地区（自由填写）', 'Region in free text'],
  regionTextHelp: ['如“德国 汉堡”；选择省份后不需要', 'Such as “Hamburg, Germany”; not needed with a province'],
})
