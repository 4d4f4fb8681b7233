/** Creates a browser without scripts: cookies, forms, and redirects on request. @param ask fetch that trusts the pages */
export function createBrowser(origin: string, ask: typeof fetch = fetch) {
  const jar = new Map<string, { value: string; path: string }>()
  const keep = (cookies: string[]) => {
    for (const cookie of cookies) {
      const [pair, ...flags] = cookie.split(';').map((part) => part.trim())
      const [name, value = ''] = pair!.split('=')
      const path = flags.find((flag) => /^path=/i.test(flag))?.slice(5) ?? '/'
      const gone = flags.some((flag) => /^max-age=0$/i.test(flag)) || /expires=Thu, 01 Jan 1970/i.test(cookie)
      if (gone) jar.delete(`${name}|${path}`)
      else jar.set(`${name}|${path}`, { value, path })
    }
  }
  const cookiesFor = (pathname: string) =>
    [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split('|')[0]}=${value}`)

  async function go(address: string, init: RequestInit = {}) {
    const url = new URL(address, origin)
    const headers = { ...(init.headers as Record<string, string>), cookie: cookiesFor(url.pathname).join('; ') }
    const answer = await ask(url, { ...init, headers, redirect: 'manual' })
    keep(answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    const text = await answer.text()
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1]
    return { status: answer.status, headers: answer.headers, text, location, csrf, url: url.href }
  }

  /** Follows redirects on our own origin; the last answer. */
  async function follow(address: string, init?: RequestInit) {
    let answer = await go(address, init)
    while (answer.location !== null && new URL(answer.location, answer.url).origin === new URL(origin).origin)
      answer = await go(new URL(answer.location, answer.url).href)
    return answer
  }

  const form = (fields: [string, string][] | Record<string, string>): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  return { jar, go, follow, form }
}
export type Browser = ReturnType<typeof createBrowser>
