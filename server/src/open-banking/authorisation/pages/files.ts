import { hash } from 'node:crypto'
import type { App } from '../../../kernel/http/http.ts'
import type { Institution } from '../../../institution/index.ts'
import type { IntroducingThirdParties } from '../../dcr/index.ts'
import { LOGO_PATH, LOGOS_PATH, errorPage, type PageFrame, sendPage, SCRIPT_PATH, STYLE_PATH } from './layout.ts'
import { PAGE_SCRIPT } from './scripts/page-script.ts'
import { styleOf } from './style.ts'

const ROUTE = { config: { public: true }, schema: { hide: true } }

const KEPT = {
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** A picture opened on its own, too, loads and runs nothing. */
const PICTURE_HEADERS = { ...KEPT, 'content-security-policy': "default-src 'none'; sandbox" }

/** Returns the shared parts of the pages of an institution. */
export function frameOf(institution: Institution): PageFrame {
  const { logo } = institution
  const named = (path: string, content: string | Buffer) => `${path}?v=${hash('sha256', content, 'hex').slice(0, 12)}`
  return {
    institution,
    files: {
      style: named(STYLE_PATH, styleOf(institution.colour)),
      script: named(SCRIPT_PATH, PAGE_SCRIPT),
      ...(logo && { logo: named(LOGO_PATH, logo.svg) }),
    },
  }
}

/** Registers the style, the script, the institution's logo and those of third parties. */
export function pageFileRoutes(
  app: App,
  { colour, logo }: Institution,
  thirdParties: Pick<IntroducingThirdParties, 'logo'>,
): void {
  const style = styleOf(colour)
  app.get(STYLE_PATH, ROUTE, (_request, reply) => reply.headers(KEPT).type('text/css; charset=utf-8').send(style))
  app.get(SCRIPT_PATH, ROUTE, (_request, reply) =>
    reply.headers(KEPT).type('text/javascript; charset=utf-8').send(PAGE_SCRIPT),
  )
  if (logo)
    app.get(LOGO_PATH, ROUTE, (_request, reply) => reply.headers(PICTURE_HEADERS).type('image/svg+xml').send(logo.svg))
  app.get<{ Params: { clientId: string } }>(`${LOGOS_PATH}/:clientId`, ROUTE, async (request, reply) => {
    const { clientId } = request.params
    const found = clientId.length === 36 ? await thirdParties.logo(clientId) : undefined
    if (!found) return sendPage(reply, errorPage('There is no such picture', 'The third party has no logo.'), 404)
    return reply.headers(PICTURE_HEADERS).type(found.type).send(found.bytes)
  })
}
