import type { App } from '../../../kernel/http/http.ts'
import { toYaml } from '../../../kernel/text/yaml.ts'
import type { DocumentedRoute } from './collect.ts'
import { OB_DOCUMENTS, openBankingDocument } from './document.ts'

/** Routes of the listener of open banking and its address, once it is built. */
export interface DescribedListener {
  routes: readonly DocumentedRoute[]
  baseUrl: string
}

/** Serves the documents of open banking at /openapi/<name>.json and .yaml of the main interface, to everybody. */
export function serveOpenBankingDocuments(
  app: App,
  listener: () => DescribedListener | undefined,
  version: string,
): void {
  const hidden = { config: { public: true }, schema: { hide: true } }
  for (const name of OB_DOCUMENTS) {
    const make = () => {
      const { routes, baseUrl } = listener() ?? { routes: [], baseUrl: '/' }
      return openBankingDocument(name, routes, { baseUrl, version })
    }
    // Made when first asked for, because they are large.
    let json: Buffer | undefined
    let yaml: Buffer | undefined
    app.get(`/openapi/${name}.json`, hidden, (_request, reply) => {
      json ??= Buffer.from(JSON.stringify(make()))
      return reply.type('application/json; charset=utf-8').send(json)
    })
    app.get(`/openapi/${name}.yaml`, hidden, (_request, reply) => {
      yaml ??= Buffer.from(toYaml(make()))
      return reply.type('application/yaml').send(yaml)
    })
  }
}
