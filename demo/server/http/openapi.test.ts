import { expect, test } from 'vitest'
import { isCode } from '../../../core/catalogue/codes.ts'
import { docsPage } from './docs-page.ts'
import { allCalls, type Json, openApi, refusalsOf } from './openapi.ts'

// Through JSON: what cannot be written must not be missed by looking at objects.
const document = JSON.parse(JSON.stringify(openApi()))

/** Every object of the document with the path to it. */
function* objects(value: unknown, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [key, child] of Object.entries(value)) yield* objects(child, `${path}/${key}`)
}

const operations: [string, string, Json][] = Object.entries<Record<string, Json>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Json] => [path, method, operation]),
)

/** Problems of a JSON Schema 2020-12, where they are. */
function schemaProblems(schema: unknown, path: string): string[] {
  if (typeof schema === 'boolean') return []
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${path} is no schema`]
  const problems: string[] = []
  const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
  const isText = (value: unknown) => typeof value === 'string'
  const isNumber = (value: unknown) => typeof value === 'number'
  const KEYWORDS: Record<string, (value: never) => boolean> = {
    $ref: (value) => isText(value) && resolves(value),
    type: (value) => [value].flat().every((type) => TYPES.includes(type)),
    enum: (value) => Array.isArray(value),
    const: () => true,
    default: () => true,
    description: isText,
    format: isText,
    pattern: (value) => isText(value) && Boolean(new RegExp(value)),
    required: (value: unknown[]) => Array.isArray(value) && new Set(value).size === value.length && value.every(isText),
    ...Object.fromEntries(
      [
        'minimum',
        'maximum',
        'exclusiveMinimum',
        'exclusiveMaximum',
        'minLength',
        'maxLength',
        'minItems',
        'maxItems',
      ].map((name) => [name, isNumber]),
    ),
  }
  const ONE = ['items', 'additionalProperties', 'propertyNames', 'not']
  const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}/${keyword}`
    if (ONE.includes(keyword)) problems.push(...schemaProblems(value, at))
    else if (LIST.includes(keyword))
      problems.push(...(value as unknown[]).flatMap((one, i) => schemaProblems(one, `${at}/${i}`)))
    else if (keyword === 'properties')
      problems.push(...Object.entries(value as object).flatMap(([name, one]) => schemaProblems(one, `${at}/${name}`)))
    else if (!KEYWORDS[keyword]) problems.push(`${at} is no keyword`)
    else if (!KEYWORDS[keyword](value as never)) problems.push(`${at} is wrong`)
  }
  return problems
}

const resolves = (ref: string): boolean => {
  let found: unknown = document
  for (const step of ref.split('/').slice(1)) found = (found as Json | undefined)?.[step]
  return ref.startsWith('#/') && found !== undefined
}

test('the document is OpenAPI 3.1 with every call of the contract once', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  const described = operations.map(([path, method]) => `${method.toUpperCase()} ${path}`).sort()
  const template = (path: string) => path.replace(/:(\w+)/g, '{$1}')
  const declared = allCalls().flatMap(({ endpoint: { method, path, also = [] } }) =>
    [path, ...also].map((at) => `${method} ${template(at)}`),
  )
  expect(described).toEqual(declared.sort())
  const ids = operations.map(([, , { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(operations)('%s %s has what an operation needs', (path, method, operation) => {
  expect(path).toMatch(/^\/([^{}]|\{\w+\})*$/)
  expect(operation.summary).toMatch(/\.$/)
  const parameters = (operation.parameters ?? []) as Json[]
  for (const { name, in: place } of parameters) expect(place).toBe(path.includes(`{${name}}`) ? 'path' : 'query')
  expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
  expect(operation.requestBody !== undefined).toBe(['post', 'put'].includes(method))
  const responses = Object.entries(operation.responses as Record<string, Json>)
  expect(responses.length).toBeGreaterThan(0)
  for (const [status, response] of responses) {
    expect(status).toMatch(/^[2-5]\d\d$/)
    expect(response.$ref ?? response.description).toEqual(expect.any(String))
  }
  for (const requirement of operation.security as Json[])
    for (const scheme of Object.keys(requirement)) expect(document.components.securitySchemes[scheme]).toBeDefined()
})

test('every schema is one of JSON Schema 2020-12, and every reference leads somewhere', () => {
  const problems: string[] = []
  for (const [path, object] of objects(document)) {
    if (typeof object.$ref === 'string' && !resolves(object.$ref)) problems.push(`${path}: ${object.$ref}`)
    if ('schema' in object && !path.includes('/properties'))
      problems.push(...schemaProblems(object.schema, `${path}/schema`))
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    problems.push(...schemaProblems(schema, `#/components/schemas/${name}`))
  expect(problems).toEqual([])
})

test('an older path answers as its call, and is marked as old', () => {
  const older = operations.filter(([, , { deprecated }]) => deprecated).map(([path]) => path)
  expect(older.sort()).toEqual([
    '/login',
    '/logout',
    '/module/template',
    '/yun/dev/gps',
    '/yun/hAlarmDev',
    '/yun/login',
    '/yun/module/resources',
    '/yun/rDev',
    '/yun/user/login',
  ])
})

test('every refusal has a text of its own', () => {
  for (const { endpoint } of allCalls()) expect(refusalsOf(endpoint).filter((code) => !isCode(code))).toEqual([])
})

test('the page names every call in both languages and runs nothing', () => {
  for (const language of ['zh', 'en'] as const) {
    const page = docsPage(language)
    for (const { endpoint } of allCalls()) expect(page).toContain(`<code>${endpoint.path}</code>`)
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
  }
  expect(docsPage('zh')).toContain('用户名或密码错误')
  expect(docsPage('en')).toContain('The user name or password is wrong')
})
