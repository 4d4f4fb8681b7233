import http from 'node:http'
import https from 'node:https'

/** A request of the fuzzer, as it goes over the wire. */
export interface Shot {
  /** Origin of the listener. */
  origin: string
  method: string
  /** Address after the origin, not normalised. */
  path: string
  headers: Record<string, string>
  body?: Buffer | string
  /** Client certificate; absent to send no certificate. */
  certificate?: { certificate: string; privateKey: string }
}

export interface Hit {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** Longest wait for an answer, in milliseconds: a listener that is silent this long is stuck. */
const MOST_WAIT = 120_000

/** Opens connections that are kept, with and without client certificates. */
export function openGuns(ca: string) {
  const plain = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const agents = new Map<string, https.Agent>()
  const agentOf = ({ certificate }: Shot): https.Agent => {
    const key = certificate?.certificate ?? ''
    const known = agents.get(key)
    if (known) return known
    const keys = certificate && { cert: certificate.certificate, key: certificate.privateKey }
    const made = new https.Agent({ keepAlive: true, maxSockets: 32, ca, ...keys })
    agents.set(key, made)
    return made
  }
  return {
    /** Sends a request. @returns undefined where Node itself refuses to send it, or the server closes the connection */
    fire: (shot: Shot): Promise<Hit | undefined> => {
      const isSecure = shot.origin.startsWith('https:')
      return fire(shot, isSecure ? https : http, isSecure ? agentOf(shot) : plain)
    },
    close(): void {
      plain.destroy()
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function fire(shot: Shot, by: typeof http | typeof https, agent: http.Agent): Promise<Hit | undefined> {
  const { hostname, port } = new URL(shot.origin)
  return new Promise((resolve, reject) => {
    const done = (hit?: Hit) => resolve(hit)
    let request: http.ClientRequest
    try {
      const { method, path, headers } = shot
      const length = shot.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(shot.body)) }
      request = by.request({ hostname, port, method, path, headers: { ...headers, ...length }, agent })
    } catch {
      return done() // a header or path that HTTP has no form for
    }
    request.setTimeout(MOST_WAIT, () => {
      request.destroy()
      reject(new Error(`no answer within ${MOST_WAIT / 1000} s`))
    })
    request.on('error', () => done())
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => done())
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        done({ status: statusCode, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    request.end(shot.body)
  })
}
