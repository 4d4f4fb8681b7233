import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Service that answers everything, and notes the requests by the first part of their path. */
export interface Recorder {
  url: string
  /** Returns the requests since the last call, as `<method> <path> <body>`, without those for tokens. */
  take(): Map<string, string[]>
  close(): void
}

/** The body of every answer: a page, a token and a resource in one. */
const ANSWER = JSON.stringify({
  data: [],
  nextCursor: null,
  access_token: 'token',
  token_type: 'Bearer',
  expires_in: 3600,
})

/** Starts a recorder. A token is asked for like any other operation; only the sample of `createToken` keeps it. */
export async function startRecorder(): Promise<Recorder> {
  let requests = new Map<string, string[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://recorder')
      const [, id = '', ...rest] = pathname.split('/')
      const path = `/${rest.join('/')}`
      const body = readable(Buffer.concat(chunks).toString(), request.headers['content-type'] ?? '')
      const isForToken = path === '/v1/oauth2/token' && id !== 'createToken'
      const line = [request.method, path + search, body].filter(Boolean).join(' ')
      if (!isForToken) requests.set(id, [...(requests.get(id) ?? []), line])
      response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = requests
      requests = new Map()
      return taken
    },
    close: () => server.close(),
  }
}

/** A body in one spelling, whichever language wrote it. */
const readable = (body: string, type: string): string =>
  type.includes('json')
    ? JSON.stringify(JSON.parse(body))
    : type.includes('form')
      ? [...new URLSearchParams(body)].join('&')
      : body
