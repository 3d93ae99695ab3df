import { expect, test } from 'vitest'
import { control, documentOf } from '../../../../core/canvas/test-editor.ts'
import { sceneControlsOf } from './scene-sync.ts'

const bindings = { value: { expression: 'pressure' } }
const valuesOf = (nameOf?: (expression: string) => string) =>
  sceneControlsOf(
    documentOf([
      control({ control_id: 'bound', kind: 'value', bindings, props: { value: null } }),
      control({ control_id: 'sampled', kind: 'input', bindings, props: { value: 4 } }),
      control({ control_id: 'free', kind: 'value', props: { value: null } }),
      control({ control_id: 'tank', kind: 'tank', bindings, props: { value: null } }),
    ]),
    nameOf,
  ).map(({ state }) => state.props.value)

test('a bound value without a sample is drawn as the name of its point, and only that', () => {
  const [, sampled, free, tank] = valuesOf()
  expect(valuesOf((expression) => expression.toUpperCase())).toEqual(['[PRESSURE]', sampled, free, tank])
})

test('a picture of a screen that is saved has no names in the place of values', () => {
  valuesOf((expression) => expression)
  expect(valuesOf()[0]).toBeNull()
})
