import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['天气', 'Weather'],
  label: ['地点名称', 'Name of the place'],
  lat: ['纬度', 'Latitude'],
  lng: ['经度', 'Longitude'],
  hasFrame: ['显示背景', 'Show a background'],
  clear: ['晴', 'Clear'],
  cloudy: ['多云', 'Cloudy'],
  rain: ['雨', 'Rain'],
  snow: ['雪', 'Snow'],
  fog: ['雾', 'Fog'],
  storm: ['雷暴', 'Storm'],
  humidity: ['湿度', 'Humidity'],
  wind: ['风速', 'Wind'],
  at: ['{{time}} 发布', 'As of {{time}}'],
  noPlace: ['未设置地点', 'No place set'],
  noPlaceWhy: ['在属性中填写经纬度。', 'Enter latitude and longitude in the properties.'],
  noProvider: ['未配置天气服务', 'No weather service is set up'],
  noProviderWhy: [
    '由管理员在服务器设置中配置后，此处显示天气。',
    'An administrator sets one up on the server; the weather is shown here then.',
  ],
  notThen: ['回放不包含天气', 'A replay has no weather'],
})
