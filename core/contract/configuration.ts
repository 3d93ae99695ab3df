/** What device groups, templates, their screens, virtual devices and the gallery ask for: one file for a page that draws or shows screens. */
export { deviceGroup } from './device-group.ts'
export { middleware } from './middleware.ts'
export { resource } from './resource.ts'
export { screen } from './screen.ts'
export { shareLink } from './share-link.ts'
export { template } from './template.ts'
export { virtualDevice } from './virtual-device.ts'
export { weather } from './weather.ts'
