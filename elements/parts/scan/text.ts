import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['扫描设备的二维码', 'Scan the code of a device'],
  camera: ['相机画面', 'What the camera sees'],
  starting: ['正在打开相机…', 'Starting the camera…'],
  on: ['将设备标签或铭牌上的二维码放入画面。', 'Point the camera at the code on the label or nameplate of the device.'],
  insecure: [
    '此页面通过 http 打开，浏览器只在 https 下提供相机。可选择二维码的照片，或输入 SN 码。',
    'This page came over plain http, and browsers give the camera to https alone. Choose a photo of the code, or type the SN.',
  ],
  denied: [
    '未获准使用相机。可在浏览器的网站设置中允许，也可选择照片或输入 SN 码。',
    'The camera was not allowed. Allow it in the browser’s settings for this site, choose a photo, or type the SN.',
  ],
  missing: [
    '没有可用的相机。可选择二维码的照片，或输入 SN 码。',
    'There is no camera. Choose a photo of the code, or type the SN.',
  ],
  failed: [
    '相机无法打开，可能正被其他程序使用。可选择二维码的照片，或输入 SN 码。',
    'The camera could not be opened: another program may have it. Choose a photo of the code, or type the SN.',
  ],
  picture: ['选择照片…', 'Choose a photo…'],
  noCode: [
    '照片中没有可识别的二维码：请靠近并正对二维码再拍一张。',
    'No code was found on the photo: take one closer, straight from the front.',
  ],
  notDevice: ['不是设备的二维码：{{code}}', 'This is not the code of a device: {{code}}'],
  sn: ['SN 码', 'SN'],
  snWrong: ['SN 码为 1 到 19 位字母或数字', 'An SN has 1 to 19 letters or digits'],
  next: ['继续', 'Continue'],
})
