// Writes samples of all operations in curl, TypeScript and Python, for the API reference. It runs in browsers too.
import { operationsOf } from '../model.mjs'
import { callOf } from './call.mjs'
import { curlSample } from './curl.mjs'
import * as sdk from './sdk.mjs'
import * as thirdParty from './third-party.mjs'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Adds samples to every operation of a document, as `x-codeSamples`. Those of the main interface use our SDKs; those of the
 * documents for third parties the helper of `@cambist/sdk/third-party` and, in Python, requests.
 *
 * @param {Record<string, any>} document OpenAPI 3.1
 * @param {string} server address of its operations
 * @returns {Record<string, any>} the document
 */
export function withSamples(document, server) {
  const isForThirdParties = document.components?.securitySchemes?.mutualTls !== undefined
  const operations = new Map(isForThirdParties ? [] : operationsOf(document).map((each) => [each.id, each]))
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of METHODS.filter((each) => item[each])) {
      const call = callOf(document, { server, path, method }, item[method])
      const operation = operations.get(item[method].operationId)
      const typeScript = operation ? sdk.typeScriptSample(call, operation) : thirdParty.typeScriptSample(call)
      const python = operation ? sdk.pythonSample(call, operation) : thirdParty.pythonSample(call)
      item[method]['x-codeSamples'] = [
        { lang: 'curl', label: 'curl', source: curlSample(call) },
        { lang: 'typescript', label: 'TypeScript', source: typeScript },
        { lang: 'python', label: 'Python', source: python },
      ]
    }
  return document
}
