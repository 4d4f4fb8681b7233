import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'
import { invariant } from '../../../kernel/values/refusals.ts'
import type { Institution } from '../../../institution/index.ts'
import { type Html, html } from './html.ts'
import { type TimeLimit, timeWarning } from './time-limit.ts'

const ASSETS = '/open-banking/pages'
export const STYLE_PATH = `${ASSETS}/style.css`
export const SCRIPT_PATH = `${ASSETS}/page.js`
/** Logos of third parties, by client id. */
export const LOGOS_PATH = `${ASSETS}/logos`
export const LOGO_PATH = `${ASSETS}/logo`
/** The user's own page of connected third parties. */
export const CONNECTIONS_PATH = '/open-banking/connections'
/** Set-up of the user's authenticator app. */
export const AUTHENTICATOR_PATH = `${CONNECTIONS_PATH}/authenticator`

/** Parts that all pages share. */
export interface PageFrame {
  institution: Institution
  /** Addresses of our own files; each changes with its content. */
  files: { style: string; script: string; logo?: string }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set where the users' pages are mounted. */
    pageFrame?: PageFrame
  }
}

export interface Page {
  title: string
  body: Html
  /** True if the page reports an error of the user's; the title of the window begins with it. */
  isError?: boolean
  /** True if the answer to a form of the page may lead to the third party. */
  leadsBack?: boolean
  /** Time that the user has; the script warns before its end. */
  time?: TimeLimit
  /** True if a form uses passkeys. */
  script?: boolean
}

/** Renders a whole page: the institution above, one column whose first heading is its title, help below. */
function renderPage({ institution, files }: PageFrame, { title, body, isError, time, script }: Page): string {
  const { name, help } = institution
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isError && 'Error: '}${title} – ${name}</title>
<link rel="stylesheet" href="${files.style}">${(script || time) && html`<script src="${files.script}" defer></script>`}</head>
<body><a class="skip" href="#main">Skip to the content</a><header class="institution">${
    files.logo === undefined
      ? html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`
      : html`<img class="logo" src="${files.logo}" alt="">`
  }<p>${name}</p></header>
<main id="main" tabindex="-1"><h1>${title}</h1>${time && timeWarning(time)}${body}</main>
<footer><p>Before you type your password, check that this page has the address that you know.</p>${
    help !== '' && html`<p>${help}</p>`
  }</footer></body></html>`
  return page.text
}

/** Returns the first letter or digit of a name, for a mark in place of a logo. */
export const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'

/**
 * Headers of every page: nothing foreign is loaded, framed, guessed or kept.
 *
 * @param leadsBack true if a form of the page may lead to the third party, by https. Browsers apply the form targets to every
 *   redirect that follows, and third parties redirect to further origins of theirs (decision 78).
 */
export function pageHeaders(leadsBack = false): Record<string, string> {
  const target = leadsBack ? ' https:' : ''
  return {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
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

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const { pageFrame } = reply.server
  invariant(pageFrame, 'pages are sent where they are mounted')
  return reply.code(status).headers(pageHeaders(page.leadsBack)).send(renderPage(pageFrame, page))
}

/** The same on a bare response, where Fastify has handed it over. */
export function writePage(frame: PageFrame, response: ServerResponse, page: Page, status: number): string {
  response.statusCode = status
  for (const [name, value] of Object.entries(pageHeaders(page.leadsBack))) response.setHeader(name, value)
  return renderPage(frame, page)
}

const START_AGAIN = 'You can close this page and start again at the third party.'

/**
 * Builds a page for errors that cannot be returned to the third party. It does not mention the request, which is
 * unknown here.
 *
 * @param next sentence about what the user can do now
 */
export const errorPage = (title: string, text: string, next = START_AGAIN): Page => ({
  title,
  body: html`<p>${text}</p><p>You can see everything you have agreed to on your page of <a href="${CONNECTIONS_PATH}">connected third parties</a>.</p>
<p class="soft">${next}</p>`,
})

/** Builds the page for a third party's link with an error. @param detail the error, for the developers of the third party */
export const unusableLinkPage = (detail: string): Page =>
  errorPage(
    'This link cannot be used',
    `The third party sent you here with a link that we cannot accept. Nothing was shared or paid. It can look up this error: ${detail.replace(/\.?$/, '.')}`,
  )

/** Builds the page for a failure on our side that can pass: the same request may succeed later. */
export const unavailablePage = (): Page =>
  errorPage(
    'Something failed',
    'Something went wrong on our side. Please try again in a moment.',
    'Load this page again to continue. An approval counts once, even if you send it again.',
  )

/** Builds the page for links of a suspended third party. @param reason sentence without its full stop */
export const suspendedPage = (reason: string): Page =>
  errorPage(
    'This third party cannot be used now',
    `${reason}. Nothing was shared or paid.`,
    'You can close this page. The third party can tell you when it is available again.',
  )

type End = [title: string, text: string, next?: string]

const ENDS: Record<'approved' | 'refused' | 'unknown', End> = {
  approved: [
    'Already approved',
    'This request was approved. You do not need to approve it again.',
    'You can close this page. The third party shows you the outcome.',
  ],
  refused: [
    'Not approved',
    'This request was refused or cancelled, or its time ran out. It has no effect, and it moved no money.',
  ],
  unknown: [
    'This page has ended',
    'It was used already or withdrawn by the third party, its time ran out, it was opened in another browser, or the cookies of this browser were deleted.',
  ],
}

/** A page for who comes back to a request that is over. @param outcome undefined when it is not known */
export const endedPage = (outcome: keyof typeof ENDS = 'unknown'): Page => errorPage(...ENDS[outcome])
