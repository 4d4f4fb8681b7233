import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

/** Tests the document of events that the API reference shows. */
const root = path.join(serverDirectory, '..')
const { eventDocument } = (await import('../../../site/reference/events.js' as string)) as {
  eventDocument: (document: object) => Shown
}
interface Shown {
  tags: { name: string }[]
  webhooks: Record<
    string,
    { post: { tags: string[]; requestBody: { content: { 'application/json': { schema: object; example: object } } } } }
  >
  components: { schemas: object }
}
const asyncapi = JSON.parse(readFileSync(path.join(root, 'docs', 'contract', 'asyncapi.json'), 'utf8')) as {
  components: { messages: object }
}
const shown = eventDocument(asyncapi)

test('each event is shown once, in a group that the page lists', () => {
  expect(Object.keys(shown.webhooks)).toEqual(Object.keys(asyncapi.components.messages))
  const groups = shown.tags.map(({ name }) => name)
  for (const { post } of Object.values(shown.webhooks)) expect(groups).toEqual(expect.arrayContaining(post.tags))
})

test('the example of each event fits its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...shown })
  const misfits = Object.entries(shown.webhooks).flatMap(([type, { post }]) => {
    const { example } = post.requestBody.content['application/json']
    const pointer = `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`
    const isValid = ajv.compile({ $ref: pointer })
    return isValid(example) ? [] : [`${type}: ${ajv.errorsText(isValid.errors)}`]
  })
  expect(misfits).toEqual([])
})
