#!/usr/bin/env node
// Makes the generated files of the SDKs and the command line from the service's OpenAPI document:
//   node sdk/generate.mjs http://localhost:8080/openapi.json
//   node sdk/generate.mjs path/to/openapi.json
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { commandsText } from './generator/commands.mjs'
import { errorCodesOf, operationsOf } from './generator/model.mjs'
import { modelsText, pythonResourcesText } from './generator/python.mjs'
import { resourcesText, tableText } from './generator/resources.mjs'
import { withSharedModels } from './generator/shared.mjs'

const root = path.join(import.meta.dirname, '..')

/**
 * Returns the text of each generated file by its path in the repository.
 *
 * @param {string} text the OpenAPI document, JSON
 * @returns {Promise<Record<string, string>>}
 */
export async function generate(text) {
  const document = JSON.parse(text)
  acceptSingleValues(document)
  const operations = operationsOf(document)
  const models = withSharedModels(document)
  return {
    'sdk/src/generated/types.ts': await typesOf(models),
    'sdk/src/generated/operations.ts': tableText(operations),
    'sdk/src/generated/resources.ts': resourcesText(operations, errorCodesOf(document)),
    'cli/src/generated/operations.ts': commandsText(document, operations),
    'sdk-python/src/cambist/_generated/models.py': modelsText(models),
    'sdk-python/src/cambist/_generated/resources.py': pythonResourcesText(operations),
  }
}

/**
 * @typedef {{ in?: string, schema?: { type?: string, items?: object, description?: string } }} Parameter
 * @typedef {{ paths: Record<string, Record<string, { parameters?: Parameter[] }>> }} Document
 */

/** Lets a query parameter that takes a list take one value without brackets too. */
function acceptSingleValues(/** @type {Document} */ { paths }) {
  for (const { parameters = [] } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of parameters) {
      const { description, ...list } = parameter.schema ?? {}
      if (parameter.in !== 'query' || list.type !== 'array') continue
      Object.assign(parameter, { schema: { anyOf: [list.items, list], ...(description && { description }) } })
    }
}

/** Returns the types of all schemas, requests and responses. */
async function typesOf(/** @type {object} */ document) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cambist-types-'))
  try {
    await createClient({
      input: /** @type {any} */ (structuredClone(document)), // which the generator changes
      output: folder,
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    })
    return readFileSync(path.join(folder, 'types.gen.ts'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function read(/** @type {string} */ source) {
  if (!/^https?:/.test(source)) return readFileSync(source, 'utf8')
  const response = await fetch(source)
  if (!response.ok) throw new Error(`${source} answered ${response.status}`)
  return response.text()
}

if (process.argv[1] === import.meta.filename) {
  const source = process.argv[2]
  if (!source) {
    console.error('Usage: node sdk/generate.mjs <address or file of openapi.json>')
    process.exit(2)
  }
  for (const [name, text] of Object.entries(await generate(await read(source)))) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`wrote ${name}`)
  }
}
