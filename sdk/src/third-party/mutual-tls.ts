import https from 'node:https'

/** Certificate of a connection, PEM. */
export interface TransportCertificate {
  cert: string
  key: string
  /** Authority behind the service's certificate; absent: the authorities that Node trusts. */
  ca?: string | undefined
}

/** Response of the open-banking interface. */
export interface RawResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

/** Sends a request over mutual TLS. It follows no redirects. */
export type Send = (request: {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}) => Promise<RawResponse>

const TIMEOUT_MS = 30_000

/** Creates a sender that shows a certificate. It keeps connections open until `close`. */
export function mutualTls(certificate: TransportCertificate, timeoutMs = TIMEOUT_MS): { send: Send; close(): void } {
  const agent = new https.Agent({ ...certificate, keepAlive: true })
  const send: Send = ({ method, url, headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const timer = AbortSignal.timeout(timeoutMs)
      const limit = signal ? AbortSignal.any([signal, timer]) : timer
      const request = https.request(url, { method, headers, agent, signal: limit }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      request.on('error', reject)
      request.end(body)
    })
  return { send, close: () => agent.destroy() }
}
