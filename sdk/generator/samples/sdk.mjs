// Writes samples that use our SDKs of TypeScript and Python, under the names that the generators give their methods.
import { nameOfRef } from '../model.mjs'
import { pythonName, snakeCase } from '../names.mjs'
import { keywords, literalOf, PYTHON, SCRIPT } from './literals.mjs'

/** @typedef {import('../model.mjs').Operation} Operation */
/** @typedef {import('./call.mjs').SampleCall} SampleCall */

/** Returns the call with `@cambist/sdk`. */
export function typeScriptSample(/** @type {SampleCall} */ call, /** @type {Operation} */ operation) {
  const { resource, method, isPublic } = operation
  const queryOf = () => Object.fromEntries(call.query.map(({ name, value }) => [name, value]))
  const given = call.pathValues.map(({ value }) => literalOf(String(value), SCRIPT))
  if (call.body !== undefined) given.push(literalOf(call.body, SCRIPT))
  if (call.query.length > 0) given.push(literalOf(queryOf(), SCRIPT))
  const called = `cambist.${resource}.${method}(${given.join(', ')})`
  return [
    "import { createClient } from '@cambist/sdk'",
    '',
    ...(isPublic
      ? [`const cambist = createClient({ baseUrl: '${call.server}' })`]
      : [
          'const cambist = createClient({',
          `  baseUrl: '${call.server}',`,
          '  clientId: process.env.CAMBIST_CLIENT_ID,',
          '  clientSecret: process.env.CAMBIST_CLIENT_SECRET,',
          '})',
        ]),
    '',
    ...scriptUse(operation, called),
  ].join('\n')
}

function scriptUse(/** @type {Operation} */ operation, /** @type {string} */ called) {
  const name = resultName(operation)
  if (operation.isList) return [`for await (const ${name} of ${called}) console.log(${name})`]
  return name ? [`const ${name} = await ${called}`, `console.log(${name})`] : [`await ${called}`]
}

/** Returns the call with the Python SDK. */
export function pythonSample(/** @type {SampleCall} */ call, /** @type {Operation} */ operation) {
  const { resource, method, isPublic } = operation
  const given = call.pathValues.map(({ value }) => literalOf(String(value), PYTHON))
  if (call.body !== undefined) given.push(literalOf(call.body, PYTHON))
  given.push(...keywords(call.query.map(({ name, value }) => ({ name: pythonName(name), value }))))
  const called = `cambist.${snakeCase(resource)}.${pythonName(method)}(${argumentsText(given)})`
  return [
    ...(isPublic ? [] : ['import os', '']),
    'from cambist import Cambist',
    '',
    ...(isPublic
      ? [`cambist = Cambist("${call.server}")`]
      : [
          'cambist = Cambist(',
          `    "${call.server}",`,
          '    os.environ["CAMBIST_CLIENT_ID"],',
          '    os.environ["CAMBIST_CLIENT_SECRET"],',
          ')',
        ]),
    '',
    ...pythonUse(operation, called),
  ].join('\n')
}

/** Writes arguments on one line while they fit. */
function argumentsText(/** @type {string[]} */ given) {
  const line = given.join(', ')
  const hasShortLines = given.length < 2 || line.length <= 70 || line.includes('\n')
  return hasShortLines ? line : `\n${given.map((each) => `    ${each},`).join('\n')}\n`
}

function pythonUse(/** @type {Operation} */ operation, /** @type {string} */ called) {
  const name = snakeCase(resultName(operation) ?? '')
  if (operation.isList) return [`for ${name} in ${called}:`, `    print(${name})`]
  return name ? [`${name} = ${called}`, `print(${name})`] : [called]
}

/** Returns the name of the result, or of one item of a list: that of its schema. Undefined if there is no result. */
function resultName({ result, isList }) {
  if (result.schema === undefined) return undefined
  const name = nameOfRef(result.schema)
  if (name === undefined) return isList ? 'item' : 'result'
  const own = isList ? name.replace(/(?:Page|List)$/, '') : name.replace(/OrDryRun$/, '')
  return `${own[0]?.toLowerCase()}${own.slice(1)}`
}
