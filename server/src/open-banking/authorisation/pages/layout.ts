import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'
import { type Html, html } from './html.ts'

export const STYLE_PATH = '/open-banking/pages/style.css'
/** The user's own page of connected third parties. */
export const CONNECTIONS_PATH = '/open-banking/connections'
export const SCRIPT_PATH = '/open-banking/pages/passkey.js'

export interface Page {
  title: string
  body: Html
  /** Permitted form target besides our origin: the third party's redirect. */
  formTarget?: string
  /** Seconds after which the browser comes back by itself. */
  refreshAfter?: number
  script?: boolean
}

/** A whole page; its first heading is its title, its body the only column. */
function renderPage({ title, body, refreshAfter, script }: Page): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Cambist</title>${refreshAfter !== undefined && html`<meta http-equiv="refresh" content="${refreshAfter}">`}
<link rel="stylesheet" href="${STYLE_PATH}">${script && html`<script src="${SCRIPT_PATH}" defer></script>`}</head>
<body><a class="skip" href="#main">Skip to the content</a><header>Cambist</header>
<main id="main"><h1>${title}</h1>${body}</main>
<footer>Check that the address begins as you know it before you type your password.</footer></body></html>`
  return page.text
}

/** Headers of every page: nothing foreign is loaded, framed, guessed or kept. */
function pageHeaders(formTarget?: string): Record<string, string> {
  const target = formTarget === undefined ? '' : ` ${formTarget}`
  return {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; " +
      `form-action 'self'${target}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  }
}

export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply.code(status).headers(pageHeaders(page.formTarget)).send(renderPage(page))

/** The same on a bare response, where Fastify has handed it over. */
export function writePage(response: ServerResponse, page: Page, status: number): string {
  response.statusCode = status
  for (const [name, value] of Object.entries(pageHeaders(page.formTarget))) response.setHeader(name, value)
  return renderPage(page)
}

/**
 * Builds a page for errors that cannot be returned to the third party. It does not mention the request, which is
 * unknown here.
 */
export const errorPage = (title: string, text: string): Page => ({
  title,
  body: html`<p>${text}</p><p>You can see everything you have agreed to on your page of <a href="${CONNECTIONS_PATH}">connected third parties</a>.</p>
<p class="soft">You can close this page and start again at the third party.</p>`,
})

const ENDS = {
  approved: [
    'Already approved',
    'This request was approved. Ask the third party for its outcome; you do not need to approve it again.',
  ],
  refused: ['Not approved', 'This request was refused or cancelled. It has no effect, and it moved no money.'],
  unknown: ['This page has ended', 'It was used already, its time ran out, or it was opened in another browser.'],
} as const

/** A page for who comes back to a request that is over. @param outcome undefined when it is not known */
export const endedPage = (outcome: 'approved' | 'refused' | 'unknown' = 'unknown'): Page =>
  errorPage(...(ENDS[outcome] as [string, string]))
