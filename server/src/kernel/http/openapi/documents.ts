import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../values/package-directory.ts'

/** One OpenAPI document of the service. */
interface ApiDocument {
  /** Name of its files, such as `openapi` for openapi.json. */
  name: string
  title: string
  /** Address of its JSON. */
  path: string
  /** Address of its operations in a sandbox. */
  server: string
}

/** Label of the interfaces in every document, by the requirement. `docs/versions.md` explains it. */
export const ALPHA = `**Alpha interface.** Until version 1.0.0 a release can change it in ways that clients notice. \`GET /v1/changelog\` lists every change.`

/** Every OpenAPI document, in the order of the API reference. The site's build reads the same list. */
export const API_DOCUMENTS = JSON.parse(
  readFileSync(path.join(serverDirectory, 'data', 'documents.json'), 'utf8'),
) as readonly ApiDocument[]
