#!/usr/bin/env node
// Makes src/generated/api.ts from the service's OpenAPI document:
//   node sdk/generate.mjs http://localhost:8080/openapi.json
//   node sdk/generate.mjs path/to/openapi.json
import { readFile, writeFile } from 'node:fs/promises'
import openapiTs, { astToString } from 'openapi-typescript'

const target = new URL('src/generated/api.ts', import.meta.url)

/** The text of src/generated/api.ts for an OpenAPI document. */
export async function generate(document) {
  const types = astToString(await openapiTs(document, { alphabetize: true }))
  return `/** Made from the service's OpenAPI document by sdk/generate.mjs; do not edit. */\n\n${types}`
}

/** The document's text. */
async function read(source) {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8')
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
  await writeFile(target, await generate(await read(source)))
  console.log(`wrote ${target.pathname}`)
}
